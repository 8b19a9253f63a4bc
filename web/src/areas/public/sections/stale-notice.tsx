import { LongDate } from "../../../lib/dates.tsx";
import { renderedAt } from "../../../lib/now.ts";
import { Button } from "../../../ui/button.tsx";
import type { HomeQuery } from "./home-content.tsx";

/** The page came with the content of its build, and what has changed since could not be loaded. */
export const StaleNotice = ({ home }: { readonly home: HomeQuery }) => {
  const asOf = renderedAt();
  if (!home.data || !home.isError) return null;
  return (
    <div role="alert" className="bg-base-200 border-base-300 border-b">
      <p className="shell flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
        <span>
          Current content could not be loaded.
          {asOf && (
            <>
              {" "}
              You see this page as of <LongDate moment={asOf} />.
            </>
          )}
        </span>
        <Button look="outline" size="sm" busy={home.isFetching} onClick={() => void home.refetch()}>
          Try again
        </Button>
      </p>
    </div>
  );
};
