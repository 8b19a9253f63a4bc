import type { DuplicateReason } from "#contracts/choices.ts";
import { fullName } from "#rules/names.ts";
import { useDismissDuplicate } from "#data/donor-merges/mutations.ts";
import { usePossibleDuplicates, type PossibleDuplicate } from "#data/donor-merges/queries.ts";
import { paths } from "#lib/paths.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { MergeSide } from "./merge-dialog.tsx";

const REASONS: Readonly<Record<DuplicateReason, string>> = {
  email: "Same email address",
  name_and_zip_code: "Same name and ZIP code",
};

const Pair = ({ pair: { reason, kept, merged } }: { readonly pair: PossibleDuplicate }) => {
  const dismiss = useDismissDuplicate();
  const names = [kept, merged].map((side) => fullName(side) || "No name").join(" and ");
  return (
    <li className="card-box p-5">
      <p className="mb-2 text-sm font-semibold">{REASONS[reason]}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <MergeSide side={kept} />
        <MergeSide side={merged} />
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <LinkButton
          size="sm"
          to={`${paths.dashboard("donations", "donors", kept.id)}?merge=${merged.id}`}
          aria-label={`Compare and merge ${names}`}
        >
          Compare and merge
        </LinkButton>
        <Button
          variant="outline"
          size="sm"
          busy={dismiss.isPending}
          aria-label={`Not the same person: ${names}`}
          onClick={() =>
            dismiss.mutate(
              { donorId: kept.id, otherDonorId: merged.id },
              {
                onSuccess: ({ message }) => showSuccess(message),
                onError: (error) =>
                  showFailure("The pair could not be dismissed", error, {
                    title: "Error",
                    fallback: "Failed to dismiss the pair",
                  }),
              },
            )
          }
        >
          Not the same person
        </Button>
      </div>
    </li>
  );
};

/** Donors who may be the same person, to merge or to dismiss. */
export const PossibleDuplicates = () => (
  <QueryStates
    query={usePossibleDuplicates()}
    subject="possible duplicates"
    emptyTitle="No donors look alike"
  >
    {(pairs) => (
      <ul className="grid gap-4 xl:grid-cols-2">
        {pairs.map((pair) => (
          <Pair key={`${pair.kept.id} ${pair.merged.id}`} pair={pair} />
        ))}
      </ul>
    )}
  </QueryStates>
);
