import { donorMergeChoices } from "#contracts/donor-merges.ts";
import { formatFullName } from "#rules/names.ts";
import {
  type DonorMergePreview,
  type DonorMergeSide,
  useDonorMergePreview,
  useMergeDonors,
} from "#data/donor-merges/mutations.ts";
import { type DonorChoice, donorChoices, type DonorRecord } from "#data/donors/resource.ts";
import { RecordSearch } from "#kit/forms/form-record-picker.tsx";
import { NEW_RECORD_ID, useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { getServerMessage } from "#lib/api/refusals.ts";
import { countWithNoun, money } from "#lib/format.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { MergeForm } from "#admin/merges/merge-form.tsx";
import { shortenValue } from "#admin/merges/merge-questions.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { donorMergeFields, DONOR_MERGE_LABELS } from "./merge-fields.ts";

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
    <p className="font-semibold wrap-anywhere">{formatFullName(side) || "No name"}</p>
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

interface DonorMergeFormProps {
  readonly preview: DonorMergePreview;
  readonly onFailure: () => void;
  readonly onDone: () => void;
}

const DonorMergeForm = ({ preview, onFailure, onDone }: DonorMergeFormProps) => {
  const mergeDonors = useMergeDonors();
  return (
    <MergeForm
      pluralNoun="donors"
      preview={preview}
      summary={DonorSummary}
      schema={donorMergeChoices}
      values={donorMergeFields.getInitialChoices(preview)}
      questions={donorMergeFields.listQuestions(preview)}
      labels={DONOR_MERGE_LABELS}
      onMerge={mergeDonors.mutateAsync}
      onFailure={onFailure}
      onDone={onDone}
    >
      <p className="mb-4 text-sm">
        Everything moves to the donor you keep, including the other donor's email addresses. We'll
        add any details that only the other donor has. Receipts you already sent won't change.
      </p>
    </MergeForm>
  );
};

interface ComparisonProps {
  readonly keptId: string;
  readonly mergedId: string;
  readonly onDone: () => void;
}

const Comparison = ({ keptId, mergedId, onDone }: ComparisonProps) => {
  const query = useDonorMergePreview(keptId, mergedId);
  const errorMessage = getServerMessage(query.error);
  if (errorMessage !== undefined) return <Notice tone="error" title={errorMessage} />;
  return (
    <QueryStates query={query} subject="the donors">
      {(preview) => (
        <DonorMergeForm preview={preview} onFailure={() => void query.refetch()} onDone={onDone} />
      )}
    </QueryStates>
  );
};

/** Finds another record of the same donor, and merges it into this one. */
export const DonorMergeDialog = ({ donor }: { readonly donor: DonorRecord }) => {
  const { id, open, close } = useOpenedRecord("merge");
  return (
    <Dialog
      open={id !== ""}
      onClose={close}
      isInUrl
      size="lg"
      title={`Merge another donor into ${formatFullName(donor) || "this donor"}`}
      description="If two donor records belong to the same person, you can merge them. You can undo this for 30 days."
    >
      {id === NEW_RECORD_ID ? (
        <RecordSearch<DonorChoice>
          name="merged"
          noun="donor"
          label="Other donor"
          placeholder="Type a name or email"
          resource={donorChoices}
          getLabel={formatFullName}
          getDetail={({ email }) => email}
          hiddenId={donor.id}
          onChoose={(row) => open(row.id)}
        />
      ) : (
        <Comparison key={id} keptId={donor.id} mergedId={id} onDone={close} />
      )}
    </Dialog>
  );
};
