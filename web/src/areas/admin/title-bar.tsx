import { createContext, useContext, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";

/** Undefined where there is no title bar, and null until it is in the page. */
const TitleBarContext = createContext<HTMLElement | null | undefined>(undefined);

export interface TitleBarProps {
  /** The section's title. A record's page has a title of its own and puts a link back to its list here. */
  readonly title: string | undefined;
  /** A sheet to print has no bar. */
  readonly isShown: boolean;
  readonly children: ReactNode;
}

/**
 * The strip above a panel. On wide screens, it stays in view, and toasts appear in it. Phones show toasts in the bar at
 * the top instead.
 */
export const TitleBar = ({ title, isShown, children }: TitleBarProps) => {
  const [bar, setBar] = useState<HTMLElement | null>(null);
  if (!isShown) return children;
  return (
    <TitleBarContext value={bar}>
      <div
        ref={setBar}
        data-toast-strip=""
        data-steps-back=""
        className="bg-base-200 mb-2 flex min-h-11 items-center print:static md:sticky md:top-0 md:z-20 md:-mx-8 md:-mt-7 md:h-16 md:px-8 lg:-mx-10 lg:px-10"
      >
        {title !== undefined && <h1 className="font-display text-3xl font-semibold">{title}</h1>}
      </div>
      {children}
    </TitleBarContext>
  );
};

/** Renders its children in the title bar if there is one. */
export const InTitleBar = ({ children }: { readonly children: ReactNode }) => {
  const bar = useContext(TitleBarContext);
  if (bar === undefined) return children;
  return bar && createPortal(children, bar);
};
