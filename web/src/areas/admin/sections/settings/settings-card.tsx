import { useId, type ReactNode } from "react";
import { SectionHeading } from "#ui/section-heading.tsx";

export interface SettingsCardProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
}

export const SettingsCard = ({ title, intro, children }: SettingsCardProps) => {
  const id = useId();
  return (
    <section className="card-box flex flex-col gap-4 p-5 sm:p-6" aria-labelledby={id}>
      <div>
        <SectionHeading id={id}>{title}</SectionHeading>
        {intro && <p className="quiet mt-1 text-sm">{intro}</p>}
      </div>
      {children}
    </section>
  );
};
