import { noncashDonationEndpoints } from "#contracts/noncash-donations.ts";
import { noncashDonations } from "#data/noncash-donations/resource.ts";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import { useToday } from "#lib/time/use-today.ts";
import { NO_DONOR } from "./donor-field.tsx";
import { LateReasonField } from "./late-reason-field.tsx";
import { NoncashFields } from "./noncash-fields.tsx";

const SCHEMA = noncashDonationEndpoints.recordNoncashDonation.body;

const EMPTY_DONATION = {
  ...NO_DONOR,
  kind: "stock",
  shares: null,
  description: "",
  note: null,
  estimatedValue: null,
  sendsLetter: true,
  lateReason: null,
};

/** Adds donated shares or goods. */
export const NoncashEditor = ({ onDone }: { readonly onDone: () => void }) => {
  const today = useToday();
  return (
    <RecordEditor
      noun="gift"
      draftName="noncash"
      resource={noncashDonations}
      schemas={{ create: SCHEMA, update: SCHEMA }}
      record={null}
      emptyValues={{ ...EMPTY_DONATION, receivedOn: today }}
      onDone={onDone}
    >
      <NoncashFields letterLabel="Email a letter for the donor's taxes, if we have an address" />
      <LateReasonField dayField="receivedOn" />
    </RecordEditor>
  );
};
