import type { ReactNode } from "react";
import { useIsPhone } from "#kit/lists/use-is-phone.ts";

export interface WithFiguresProps {
  readonly figures: ReactNode;
  readonly children: ReactNode;
}

/** Figures above a list or, on a phone, below it, because its first rows should be in view. */
export const WithFigures = ({ figures, children }: WithFiguresProps) => {
  const isPhone = useIsPhone();
  return (
    <>
      {!isPhone && figures}
      {children}
      {isPhone && <div className="mt-6">{figures}</div>}
    </>
  );
};
