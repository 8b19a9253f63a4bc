import { useMakeDonorMergePermanent, useUndoDonorMerge } from "#data/donor-merges/mutations.ts";
import type { DonorRecord } from "#data/donors/queries.ts";
import { countWithNoun } from "#lib/format.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { ConfirmButton } from "#admin/confirm-button.tsx";

type DonorMerge = DonorRecord["merges"][number];

const MergeActions = ({ merge }: { readonly merge: DonorMerge }) => {
  const undo = useUndoDonorMerge();
  const makePermanent = useMakeDonorMergePermanent();
  const name = merge.mergedName ?? "the other donor";
  return (
    <div className="flex flex-wrap gap-2">
      <ConfirmButton
        confirmation={{
          title: "Undo this merge?",
          body: `What belonged to ${name}, and what has come from their email addresses since, goes back to them.`,
          confirmLabel: "Undo the merge",
        }}
        onConfirm={async () => {
          try {
            await undo.mutateAsync(merge.id);
            showSuccess("The merge was undone");
          } catch (error) {
            showFailure("The merge could not be undone", error, {
              title: "Undo Failed",
              fallback: "Failed to undo the merge",
            });
          }
        }}
      >
        Undo
      </ConfirmButton>
      <ConfirmButton
        confirmation={{
          title: "Make this merge permanent?",
          body: `What undo needs is erased now, with the details of ${name} that weren’t kept. Do this if they asked you to erase their data.`,
          confirmLabel: "Make permanent",
          destructive: true,
        }}
        onConfirm={async () => {
          try {
            await makePermanent.mutateAsync(merge.id);
            showSuccess("The merge is permanent");
          } catch (error) {
            showFailure("The merge could not be made permanent", error, {
              title: "Error",
              fallback: "Failed to make the merge permanent",
            });
          }
        }}
      >
        Make permanent
      </ConfirmButton>
    </div>
  );
};

/** Donors who were merged into this one. */
export const DonorMerges = ({ merges }: { readonly merges: readonly DonorMerge[] }) => (
  <section className="card-box p-5 sm:p-6" aria-labelledby="merges-title">
    <SectionHeading id="merges-title" className="mb-2">
      Merged
    </SectionHeading>
    <ul className="divide-base-300 divide-y">
      {merges.map((merge) => (
        <li key={merge.id} className="grid gap-2 py-3">
          <div>
            <p className="font-semibold wrap-anywhere">{merge.mergedName ?? "Another donor"}</p>
            <p className="quiet text-sm">
              {countWithNoun(merge.donationCount, "donation", "donations")}, merged by{" "}
              {merge.mergedBy} on <ShortDate moment={merge.mergedAt} />.{" "}
              {merge.isPermanent ? (
                "Permanent."
              ) : (
                <>
                  Can be undone until <ShortDate moment={merge.undoUntil} />.
                </>
              )}
            </p>
          </div>
          {!merge.isPermanent && <MergeActions merge={merge} />}
        </li>
      ))}
    </ul>
  </section>
);
