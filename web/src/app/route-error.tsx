import { useEffect } from "react";
import { useRouteError } from "react-router-dom";
import { logFailure } from "../lib/log.ts";
import { paths } from "../lib/paths.ts";
import { useTitle } from "../lib/use-title.ts";
import { Button, LinkButton } from "../ui/button.tsx";

/** The last resort for a page that cannot be shown, with two ways forward. */
export const RouteError = () => {
  const error = useRouteError();
  useTitle("Something went wrong");
  useEffect(() => logFailure("A page could not be shown", error), [error]);
  return (
    <main className="shell flex min-h-dvh flex-col items-center justify-center gap-5 py-16 text-center">
      <h1 className="font-display text-heading font-semibold">Something went wrong</h1>
      <p className="quiet max-w-md">
        This page could not be shown. Often the connection was lost for a moment, or the site was
        updated while you were reading.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => location.reload()}>Reload the page</Button>
        <LinkButton to={paths.home()} reloadDocument look="outline">
          Go to the home page
        </LinkButton>
      </div>
    </main>
  );
};
