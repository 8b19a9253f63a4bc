import { useOwners } from "#data/administrators/mutations.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import { Spinner } from "#ui/states.tsx";

const orList = new Intl.ListFormat("en-US", { type: "disjunction" });

/** Replaces a page that the administrator doesn't have access to. Names the owners to ask. */
export const NoAccess = ({ label }: { readonly label: string }) => {
  const owners = useOwners();
  const names = owners.data?.map(({ username }) => username) ?? [];
  return (
    <section className="max-w-xl" aria-labelledby="no-access-title">
      <h1 id="no-access-title" className="font-display text-3xl font-semibold">
        You don't have access to {label}
      </h1>
      {owners.isPending ? (
        <Spinner label="Loading the owners" />
      ) : (
        <p className="mt-3">
          {names.length > 0
            ? `If you need access, ask an owner (${orList.format(names)}).`
            : "If you need access, ask an owner of this site."}
        </p>
      )}
      <LinkButton to={paths.dashboard()} variant="outline" className="mt-5">
        Go to the overview
      </LinkButton>
    </section>
  );
};
