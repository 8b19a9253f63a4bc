import { Component, type ReactNode } from "react";
import { logError } from "../lib/log.ts";
import { paths } from "../lib/paths.ts";
import { Button } from "../ui/button.tsx";

/** Shown when a page fails to render. Offers a reload and a link to the home page. */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    logError("A page could not be shown", error);
    document.title = "Something went wrong";
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="shell flex min-h-dvh flex-col items-center justify-center gap-5 py-16 text-center">
        <h1 className="font-display text-heading font-semibold">Something went wrong</h1>
        <p className="quiet max-w-md">
          We couldn't show this page. You may have lost your connection for a moment, or the site
          may have been updated while you were reading.
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button onClick={() => location.reload()}>Reload the page</Button>
          <a href={paths.home()} className="btn btn-outline font-semibold">
            Go to the home page
          </a>
        </div>
      </main>
    );
  }
}
