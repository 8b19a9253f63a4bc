import type { ReactNode } from "react";

export interface SectionHeadingProps {
  readonly eyebrow: string;
  readonly title: ReactNode;
  readonly children?: ReactNode;
}

export const SectionHeading = ({ eyebrow, title, children }: SectionHeadingProps) => (
  <div className="mb-8 max-w-2xl md:mb-11">
    <p className="eyebrow mb-2.5">{eyebrow}</p>
    <h2 className="font-display text-heading font-semibold">{title}</h2>
    {children && <div className="text-lead quiet mt-4 whitespace-pre-line">{children}</div>}
  </div>
);
