import type { ReactNode } from "react";

export interface SectionHeaderProps {
  readonly title: string;
  readonly children?: ReactNode;
}

export const SectionHeader = ({ title, children }: SectionHeaderProps) => (
  <header className="mb-7">
    <h1 className="font-display text-3xl font-semibold">{title}</h1>
    {children && <p className="quiet mt-1">{children}</p>}
  </header>
);
