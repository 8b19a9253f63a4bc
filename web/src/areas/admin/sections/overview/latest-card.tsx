import { useId, type ReactNode } from "react";
import { LinkButton } from "#ui/button.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";

export interface LatestCardProps {
  readonly title: string;
  /** Path of the full list. */
  readonly to: string;
  readonly linkLabel: string;
  readonly children: ReactNode;
}

/** Shows the newest records of a list, with a link to all of them. */
export const LatestCard = ({ title, to, linkLabel, children }: LatestCardProps) => {
  const id = useId();
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby={id}>
      <div className="mb-3 flex items-center justify-between gap-3">
        <SectionHeading id={id}>{title}</SectionHeading>
        <LinkButton to={to} variant="ghost" size="sm">
          {linkLabel}
        </LinkButton>
      </div>
      {children}
    </section>
  );
};
