import type { ReactNode } from "react";

export interface HomeSectionHeadingProps {
  readonly eyebrow: string;
  readonly title: ReactNode;
  readonly children?: ReactNode;
}

export const HomeSectionHeading = ({ eyebrow, title, children }: HomeSectionHeadingProps) => (
  <div className="mb-4 md:mb-6">
    <p className="eyebrow mb-1.5 md:mb-2.5">{eyebrow}</p>
    <h2 className="font-display text-heading font-semibold">{title}</h2>
    {children && (
      <div className="md:text-lead quiet mt-2 max-w-2xl max-md:text-[0.9375rem] whitespace-pre-line md:mt-4">
        {children}
      </div>
    )}
  </div>
);

/** The heading of a subsection, with space for buttons or a note next to it. */
export const SubsectionHeading = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}) => (
  <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 md:mb-4">
    <h3 className="font-display text-lg font-semibold md:text-2xl">{title}</h3>
    {children}
  </div>
);
