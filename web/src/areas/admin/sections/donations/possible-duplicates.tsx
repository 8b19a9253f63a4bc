import {
  type PossibleDuplicate,
  useDismissDuplicate,
  usePossibleDuplicates,
} from "#data/dismissed-duplicates/mutations.ts";
import { paths } from "#lib/paths.ts";
import { DuplicatePair, PossibleDuplicates } from "#admin/merges/possible-duplicates.tsx";
import { DonorSummary, donorSideName } from "./merge-dialog.tsx";

const Pair = ({ pair }: { readonly pair: PossibleDuplicate }) => (
  <DuplicatePair
    pair={pair}
    summary={DonorSummary}
    getName={donorSideName}
    path={paths.dashboard("donations", "donors", pair.kept.id)}
    dismiss={useDismissDuplicate()}
    body={{ donorId: pair.kept.id, otherDonorId: pair.merged.id }}
  />
);

export const PossibleDonorDuplicates = () => (
  <PossibleDuplicates query={usePossibleDuplicates()} pair={Pair} />
);
