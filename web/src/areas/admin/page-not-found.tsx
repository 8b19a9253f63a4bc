import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";

/** Says within the dashboard that none of its pages has this address. */
export const PageNotFound = () => (
  <section className="max-w-xl" aria-labelledby="not-found-title">
    <h1 id="not-found-title" className="font-display text-3xl font-semibold">
      Page Not Found
    </h1>
    <p className="mt-3">The dashboard has no page at this address. There may be a typo in it.</p>
    <LinkButton to={paths.dashboard()} variant="outline" className="mt-5">
      Go to the overview
    </LinkButton>
  </section>
);
