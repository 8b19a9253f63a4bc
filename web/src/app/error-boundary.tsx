import type { ReactNode } from "react";
import { paths } from "../lib/paths.ts";
import { Button } from "../ui/button.tsx";
import { SectionBoundary } from "../ui/messages/section-boundary.tsx";

const FailedPage = () => (
  <main
    role="alert"
    className="shell flex min-h-dvh flex-col items-center justify-center gap-5 py-16 text-center"
  >
    <h1 className="font-display text-heading font-semibold">Something went wrong</h1>
    <p className="quiet">We couldn't show this page.</p>
    <div className="flex flex-wrap justify-center gap-3">
      <Button onClick={() => location.reload()}>Reload the page</Button>
      <a href={paths.home()} className="btn btn-outline font-semibold">
        Go to the home page
      </a>
    </div>
  </main>
);

const setErrorTitle = () => {
  document.title = "Something went wrong";
};

/** Shown when a page fails to render. Offers a reload and a link to the home page. */
export const ErrorBoundary = ({ children }: { readonly children: ReactNode }) => (
  <SectionBoundary part="page" fallback={<FailedPage />} onFailure={setErrorTitle}>
    {children}
  </SectionBoundary>
);
