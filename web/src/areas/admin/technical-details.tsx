import type { ReactNode } from "react";

/** Folded away: for whoever runs the site, not for whoever runs the charity. */
export const TechnicalDetails = ({ children }: { readonly children: ReactNode }) => (
  <details className="mt-2 text-sm">
    <summary className="cursor-pointer py-1 font-semibold">Technical details</summary>
    {children}
  </details>
);
