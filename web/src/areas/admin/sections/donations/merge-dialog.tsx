import { donorMergeChoices } from "#contracts/donor-merges.ts";
import { formatFullName } from "#rules/names.ts";
import {
  type DonorMergeSide,
  useDonorMergePreview,
  useMergeDonors,
} from "#data/donor-merges/mutations.ts";
import { type DonorChoice, donorChoices, type DonorRecord } from "#data/donors/resource.ts";
import { countWithNoun, money } from "#lib/format.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { type ComparisonProps, MergeComparison, MergeDialog } from "#admin/merges/merge-dialog.tsx";
import { MergeForm } from "#admin/merges/merge-form.tsx";
import { shortenValue } from "#admin/merges/merge-questions.ts";
import { donorMergeFields } from "./merge-fields.ts";

/** Returns what a donor gave, such as `3 donations ($75), 1 monthly gift`. */
export const givingSummary = (side: DonorMergeSide): string =>
  [
    `${countWithNoun(side.donationCount, "donation", "donations")} (${money(side.totalAmount)})`,
    side.recurringDonationCount > 0 &&
      countWithNoun(side.recurringDonationCount, "monthly gift", "monthly gifts"),
    side.noncashDonationCount > 0 &&
      countWithNoun(side.noncashDonationCount, "gift of stock or goods", "gifts of stock or goods"),
    side.softCreditCount > 0 &&
      countWithNoun(
        side.softCreditCount,
        "gift through a fund or employer",
        "gifts through funds and employers",
      ),
  ]
    .filter((part) => part !== false)
    .join(", ");

export const donorSideName = (side: DonorMergeSide): string => formatFullName(side) || "No name";

/** One donor in a pair: who they are, and what they gave. */
export const DonorSummary = ({
  title,
  side,
}: {
  readonly title?: string;
  readonly side: DonorMergeSide;
}) => (
  <div className="min-w-0">
    {title && <p className="quiet text-sm">{title}</p>}
    <p className="font-semibold wrap-anywhere">{donorSideName(side)}</p>
    {side.addresses.map((address) => (
      <p key={address} className="text-sm wrap-anywhere">
        {address}
      </p>
    ))}
    {side.address && <p className="text-sm whitespace-pre-line">{side.address}</p>}
    {side.phone && <p className="text-sm">{side.phone}</p>}
    {side.tags.length > 0 && <p className="text-sm">Tags: {side.tags.join(", ")}</p>}
    {side.notes && <p className="text-sm wrap-anywhere">Notes: {shortenValue(side.notes)}</p>}
    <p className="quiet text-sm">{givingSummary(side)}</p>
    <p className="quiet text-sm">
      Added on <ShortDate moment={side.createdAt} />
    </p>
  </div>
);

const DonorComparison = ({ keptId, mergedId, onDone }: ComparisonProps) => {
  const query = useDonorMergePreview(keptId, mergedId);
  const mergeDonors = useMergeDonors();
  return (
    <MergeComparison noun="donor" query={query}>
      {(preview) => (
        <MergeForm
          noun="donor"
          preview={preview}
          summary={DonorSummary}
          schema={donorMergeChoices}
          fields={donorMergeFields}
          onMerge={mergeDonors.mutateAsync}
          onFailure={() => void query.refetch()}
          onDone={onDone}
        >
          <p className="mb-4 text-sm">
            Everything moves to the donor you keep, including the other donor's email addresses.
            We'll add any details that only the other donor has. Receipts you already sent won't
            change.
          </p>
        </MergeForm>
      )}
    </MergeComparison>
  );
};

export const DonorMergeDialog = ({ donor }: { readonly donor: DonorRecord }) => (
  <MergeDialog<DonorChoice>
    noun="donor"
    keptId={donor.id}
    keptName={formatFullName(donor) || "this donor"}
    resource={donorChoices}
    getLabel={formatFullName}
    comparison={DonorComparison}
  />
);
