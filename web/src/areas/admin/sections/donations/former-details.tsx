import { formatFullName } from "#rules/names.ts";
import { type DonorRecord, useEraseFormerDetails } from "#data/donors/resource.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { ConfirmButton } from "#admin/confirm-button.tsx";

type FormerDetail = DonorRecord["formerDetails"][number];

const FIELD_LABELS: Readonly<Record<FormerDetail["field"], string>> = {
  name: "Name",
  email: "Email",
  phone: "Phone",
  address: "Address",
};

export interface FormerDetailsProps {
  readonly donor: DonorRecord;
  readonly onErased: () => void;
}

const EraseButton = ({ donor, onErased }: FormerDetailsProps) => {
  const eraseFormerDetails = useEraseFormerDetails();
  const hasOpenMerge = donor.merges.some(
    ({ isPermanent, undoneAt }) => !isPermanent && undoneAt === null,
  );
  return (
    <ConfirmButton
      confirmation={{
        title: "Erase former details?",
        body: (
          <>
            <p>
              Every former name, email, phone number and address of{" "}
              {formatFullName(donor) || "this donor"} will be gone for good. Donations, receipts and
              emails from back then still show the old details.
            </p>
            {hasOpenMerge && (
              <p className="mt-3">
                A merge also keeps details for as long as it can be undone. To erase those, make the
                merge permanent.
              </p>
            )}
          </>
        ),
        confirmLabel: "Erase former details",
        destructive: true,
      }}
      onConfirm={async () => {
        try {
          await eraseFormerDetails.mutateAsync(donor.id);
          showSuccess("The former details were erased");
          onErased();
        } catch (error) {
          showFailure("Former details could not be erased", error, {
            title: "Error",
            fallback: "Failed to erase the former details",
          });
        }
      }}
    >
      Erase former details
    </ConfirmButton>
  );
};

/** The donor's details before corrections, collapsed because most people don't need them. */
export const FormerDetails = ({ donor, onErased }: FormerDetailsProps) => (
  <details className="mt-2 text-sm">
    <summary className="cursor-pointer py-1 font-semibold">
      Former details ({donor.formerDetails.length})
    </summary>
    <dl className="divide-base-300 mt-2 divide-y">
      {donor.formerDetails.map(({ id, field, value, replacedAt, replacedBy }) => (
        <div key={id} className="py-2">
          <dt className="font-semibold">{FIELD_LABELS[field]}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
          <dd className="quiet">
            Changed by {replacedBy} on <ShortDate moment={replacedAt} />
          </dd>
        </div>
      ))}
    </dl>
    <div className="mt-3">
      <EraseButton donor={donor} onErased={onErased} />
    </div>
  </details>
);
