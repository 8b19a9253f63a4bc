import type { VolunteerDuplicateReason } from "#contracts/choices.ts";
import {
  type PossibleVolunteerDuplicate,
  useDismissVolunteerDuplicate,
  usePossibleVolunteerDuplicates,
} from "#data/dismissed-volunteer-duplicates/mutations.ts";
import { paths } from "#lib/paths.ts";
import { DISMISSAL_CALLBACKS, DuplicatePair } from "#admin/merges/duplicate-pair.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { VolunteerSummary } from "./volunteer-summary.tsx";

const REASONS: Readonly<Record<VolunteerDuplicateReason, string>> = {
  name_and_zip_code: "Same name and ZIP code",
  phone: "Same phone number",
};

const Pair = ({
  pair: { reason, kept, merged },
}: {
  readonly pair: PossibleVolunteerDuplicate;
}) => {
  const dismiss = useDismissVolunteerDuplicate();
  return (
    <DuplicatePair
      reason={REASONS[reason]}
      names={`${kept.name} and ${merged.name}`}
      comparePath={`${paths.dashboard("volunteers", "people", kept.id)}?merge=${merged.id}`}
      isDismissing={dismiss.isPending}
      onDismiss={() =>
        dismiss.mutate({ volunteerId: kept.id, otherVolunteerId: merged.id }, DISMISSAL_CALLBACKS)
      }
    >
      <VolunteerSummary side={kept} />
      <VolunteerSummary side={merged} />
    </DuplicatePair>
  );
};

/** Lists pairs of volunteers who may be the same person, so that each pair can be merged or dismissed. */
export const PossibleVolunteerDuplicates = () => (
  <QueryStates
    query={usePossibleVolunteerDuplicates()}
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
