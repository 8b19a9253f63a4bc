import type { z } from "zod";
import { noncashDonationEndpoints } from "#contracts/noncash-donations.ts";
import { noncashDonations } from "#data/noncash-donations/resource.ts";
import { FormArea, FormCheck, FormSelect, FormText } from "#kit/forms/form-fields.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";
import { useToday } from "#lib/time/use-today.ts";
import { DONOR_FIELDS, DonorField, NO_DONOR } from "./donor-field.tsx";

const SCHEMA = noncashDonationEndpoints.recordNoncashDonation.body;
export type NoncashInput = z.input<typeof SCHEMA>;

export const NONCASH_KIND = { stock: "Stock", goods: "Goods" } as const;

const EMPTY_DONATION = {
  ...NO_DONOR,
  kind: "stock",
  shares: null,
  description: "",
  note: null,
  sendsLetter: true,
};

const KindFields = () => {
  const { kind } = useFormValues<NoncashInput>();
  return kind === "goods" ? (
    <FormArea<NoncashInput>
      name="description"
      label="Goods"
      rows={2}
      placeholder="12 boxes of wool socks"
      description="Describe them without a value. The donor determines what they're worth."
      className="sm:col-span-2"
    />
  ) : (
    <>
      <FormText<NoncashInput> name="shares" label="Shares" placeholder="40" required />
      <FormText<NoncashInput>
        name="description"
        label="Stock"
        placeholder="Apple Inc. (AAPL)"
        description="Counts as money once you enter the proceeds of the sale."
      />
    </>
  );
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
      <FormSelect<NoncashInput> name="kind" label="Kind" options={NONCASH_KIND} />
      <FormText<NoncashInput> name="receivedOn" label="Date received" type="date" />
      <DonorField
        fields={DONOR_FIELDS}
        label="Donor"
        emailHint="For the letter. Leave empty if you don't know it."
        nextField="description"
      />
      <KindFields />
      <FormArea<NoncashInput>
        name="note"
        label="Note"
        rows={2}
        description="Only administrators see it."
      />
      <FormCheck<NoncashInput>
        name="sendsLetter"
        label="Email a letter for the donor's taxes, if we have an address"
      />
    </RecordEditor>
  );
};
