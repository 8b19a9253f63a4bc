import type { z } from "zod";
import type { noncashDonationEndpoints } from "#contracts/noncash-donations.ts";
import { FormArea, FormCheck, FormSelect, FormText } from "#kit/forms/form-fields.tsx";
import { FormMoney } from "#kit/forms/form-number.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";
import { DONOR_FIELDS, DonorField } from "./donor-field.tsx";

export type NoncashInput = z.input<typeof noncashDonationEndpoints.recordNoncashDonation.body>;

export const NONCASH_KIND = { stock: "Stock", goods: "Goods" } as const;

const KindFields = () => {
  const { kind } = useFormValues<NoncashInput>();
  return kind === "goods" ? (
    <FormArea<NoncashInput>
      name="description"
      label="Goods"
      rows={2}
      placeholder="12 boxes of wool socks"
      description="Describe them without a value. The donor determines the value."
      className="sm:col-span-2"
    />
  ) : (
    <>
      <FormText<NoncashInput> name="shares" label="Shares" placeholder="40" required />
      <FormText<NoncashInput>
        name="description"
        label="Stock"
        placeholder="Apple Inc. (AAPL)"
        description="A gift of stock counts as money once you enter what the sale brought in."
      />
    </>
  );
};

const DateField = () => {
  const { kind } = useFormValues<NoncashInput>();
  return (
    <FormText<NoncashInput>
      name="receivedOn"
      label="Date of gift"
      type="date"
      description={
        kind === "goods"
          ? "The day you got them."
          : "Transferred shares count on the day they arrived in your account."
      }
    />
  );
};

/** The fields that the donor's letter doesn't have. */
export const NoncashDetailFields = () => (
  <>
    <FormMoney<NoncashInput>
      name="estimatedValue"
      label="Our estimate"
      description="For your books and Form 990, Schedule M. The donor never sees it."
    />
    <FormArea<NoncashInput>
      name="note"
      label="Note"
      rows={2}
      description="Only administrators see it."
    />
  </>
);

interface NoncashFieldsProps {
  readonly letterLabel: string;
  /** Says what else is emailed. */
  readonly letterHint?: string;
}

/** The fields of donated shares or goods. */
export const NoncashFields = ({ letterLabel, letterHint }: NoncashFieldsProps) => (
  <>
    <FormSelect<NoncashInput> name="kind" label="Kind" options={NONCASH_KIND} />
    <DateField />
    <DonorField
      fields={DONOR_FIELDS}
      label="Donor"
      emailHint="For the letter. Leave blank if you don't know it."
      nextField="description"
    />
    <KindFields />
    <NoncashDetailFields />
    <FormCheck<NoncashInput> name="sendsLetter" label={letterLabel} description={letterHint} />
  </>
);
