import { useMakeDonorMergePermanent, useUndoDonorMerge } from "#data/donor-merges/mutations.ts";
import type { DonorRecord } from "#data/donors/resource.ts";
import { countWithNoun } from "#lib/format.ts";
import { MergedRecords } from "#admin/merges/merged-records.tsx";

/** Donors who were merged into this one. */
export const DonorMerges = ({ merges }: { readonly merges: DonorRecord["merges"] }) => (
  <MergedRecords
    merges={merges}
    noun="donor"
    movedText={({ donationCount }) => countWithNoun(donationCount, "donation", "donations")}
    undoText={(name) =>
      `Everything that belonged to ${name} goes back to them, along with anything received from their email addresses since the merge.`
    }
    undo={useUndoDonorMerge()}
    makePermanent={useMakeDonorMergePermanent()}
  />
);
