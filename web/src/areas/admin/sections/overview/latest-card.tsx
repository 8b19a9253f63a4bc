import { useId, type ReactNode } from "react";
import { LinkButton } from "../../../../ui/button.tsx";

export interface LatestCardProps {
  readonly title: string;
  /** To the whole list. */
  readonly to: string;
  readonly linkLabel: string;
  readonly children: ReactNode;
}

/** The newest entries of a list that a section has whole. */
export const LatestCard = ({ title, to, linkLabel, children }: LatestCardProps) => {
  const id = useId();
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby={id}>
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 id={id} className="font-display text-title font-semibold">
          {title}
        </h2>
        <LinkButton to={to} look="ghost" size="sm">
          {linkLabel}
        </LinkButton>
      </div>
      {children}
    </section>
  );
};
