import {
  type PossibleVolunteerDuplicate,
  useDismissVolunteerDuplicate,
  usePossibleVolunteerDuplicates,
} from "#data/dismissed-volunteer-duplicates/mutations.ts";
import { paths } from "#lib/paths.ts";
import { DuplicatePair, PossibleDuplicates } from "#admin/merges/possible-duplicates.tsx";
import { VolunteerSummary } from "./volunteer-summary.tsx";

const Pair = ({ pair }: { readonly pair: PossibleVolunteerDuplicate }) => (
  <DuplicatePair
    pair={pair}
    summary={VolunteerSummary}
    getName={({ name }) => name}
    path={paths.dashboard("volunteers", "people", pair.kept.id)}
    dismiss={useDismissVolunteerDuplicate()}
    body={{ volunteerId: pair.kept.id, otherVolunteerId: pair.merged.id }}
  />
);

export const PossibleVolunteerDuplicates = () => (
  <PossibleDuplicates query={usePossibleVolunteerDuplicates()} pair={Pair} />
);
