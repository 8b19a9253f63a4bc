import type { ReactNode } from "react";

/**
 * Keeps the form's main button in sight while its fields scroll. Browsers that shrink the page for
 * the on-screen keyboard (see the viewport in index.html) keep it above the keyboard, too. In a
 * dialog, it covers the padding at the bottom.
 */
export const FormFooter = ({ children }: { readonly children: ReactNode }) => (
  <div className="bg-base-100 before:from-base-100 sticky bottom-0 z-10 in-[dialog]:-bottom-6 sm:in-[dialog]:-bottom-7 -mx-1 mt-2 px-1 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] before:pointer-events-none before:absolute before:inset-x-0 before:-top-4 before:h-4 before:bg-linear-to-t before:to-transparent">
    {children}
  </div>
);
