import type { ReactNode } from "react";

/** A suggestion shown after a donation. */
export const Offer = ({
  icon,
  title,
  children,
}: Record<"icon" | "title" | "children", ReactNode>) => (
  <section className="card-box flex items-start gap-3.5 px-4 py-3.5">
    <span className="text-secondary mt-0.5 shrink-0" aria-hidden="true">
      {icon}
    </span>
    <div className="min-w-0">
      <h4 className="font-semibold">{title}</h4>
      {children}
    </div>
  </section>
);
