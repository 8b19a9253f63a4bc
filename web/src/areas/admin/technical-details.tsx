import type { ReactNode } from "react";

/** Collapsed details for engineers, which most administrators don't need. */
export const TechnicalDetails = ({ children }: { readonly children: ReactNode }) => (
  <details className="mt-2 text-sm">
    <summary className="cursor-pointer py-1 font-semibold">Technical details</summary>
    {children}
  </details>
);
