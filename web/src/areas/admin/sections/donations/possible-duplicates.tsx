import type { DuplicateReason } from "#contracts/choices.ts";
import { formatFullName } from "#rules/names.ts";
import {
  type PossibleDuplicate,
  useDismissDuplicate,
  usePossibleDuplicates,
} from "#data/dismissed-duplicates/mutations.ts";
import { paths } from "#lib/paths.ts";
import { DISMISSAL_CALLBACKS, DuplicatePair } from "#admin/merges/duplicate-pair.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { DonorSummary } from "./merge-dialog.tsx";

const REASONS: Readonly<Record<DuplicateReason, string>> = {
  email: "Same email address",
  name_and_zip_code: "Same name and ZIP code",
};

const Pair = ({ pair: { reason, kept, merged } }: { readonly pair: PossibleDuplicate }) => {
  const dismiss = useDismissDuplicate();
  const names = [kept, merged].map((side) => formatFullName(side) || "No name").join(" and ");
  return (
    <DuplicatePair
      reason={REASONS[reason]}
      names={names}
      comparePath={`${paths.dashboard("donations", "donors", kept.id)}?merge=${merged.id}`}
      isDismissing={dismiss.isPending}
      onDismiss={() =>
        dismiss.mutate({ donorId: kept.id, otherDonorId: merged.id }, DISMISSAL_CALLBACKS)
      }
    >
      <DonorSummary side={kept} />
      <DonorSummary side={merged} />
    </DuplicatePair>
  );
};

/** Lists pairs of donors who may be the same person, so that each pair can be merged or dismissed. */
export const PossibleDonorDuplicates = () => (
  <QueryStates
    query={usePossibleDuplicates()}
    subject="possible duplicates"
    emptyTitle="No possible duplicates"
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
