import type { z } from "zod";
import { SOFT_CREDIT_METHODS } from "#contracts/choices.ts";
import type { donationEndpoints } from "#contracts/donations.ts";
import { DONATION_METHOD } from "#rules/donation-methods.ts";
import { FormCheck, FormSelect, FormText, toText } from "#kit/forms/form-fields.tsx";
import { FormMoney } from "#kit/forms/form-number.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";
import { describeDedication, getDedicationLabel } from "#rules/dedication.ts";
import { DonationDetailFields } from "./donation-details-dialog.tsx";
import { type ClosedCard, ClosedCardNote, RecordedCardFields } from "./recorded-card-fields.tsx";
import { DONOR_FIELDS, DonorField, NO_DONOR, SOFT_CREDIT_FIELDS } from "./donor-field.tsx";

export type RecordedDonationInput = z.input<typeof donationEndpoints.recordDonation.body>;

/** Values of the donor's fields while no donor is chosen. */
export const NO_DONOR_OR_SOFT_CREDIT = {
  ...NO_DONOR,
  softCreditDonorId: null,
  softCreditFirstName: undefined,
  softCreditLastName: undefined,
  softCreditEmail: undefined,
};

/** The methods that administrators can choose. The proceeds of a stock sale are entered with the shares. */
const {
  online: _online,
  stock: _stock,
  other_platform: _imported,
  ...METHOD_OPTIONS
} = DONATION_METHOD;

/** The labels of the donor and of the person behind the donation. */
const SOFT_CREDIT_LABELS: Readonly<
  Record<(typeof SOFT_CREDIT_METHODS)[number], { readonly donor: string; readonly person: string }>
> = {
  donor_advised_fund: { donor: "Fund", person: "Recommended by" },
  employer_match: { donor: "Employer", person: "Matches a gift from" },
};

const getSoftCreditLabels = (method: unknown) => {
  const softCreditMethod = SOFT_CREDIT_METHODS.find((name) => name === method);
  return softCreditMethod && SOFT_CREDIT_LABELS[softCreditMethod];
};

const ReferenceField = () => {
  const { method } = useFormValues<RecordedDonationInput>();
  return (
    <FormText<RecordedDonationInput>
      name="reference"
      label={method === "check" ? "Check number" : "Reference"}
    />
  );
};

const DateField = () => {
  const { method } = useFormValues<RecordedDonationInput>();
  return (
    <FormText<RecordedDonationInput>
      name="receivedOn"
      label="Date of gift"
      type="date"
      description={
        method === "ira"
          ? "A check from an IRA counts on the day you got it, even if it was mailed earlier."
          : "A check sent by US mail counts on the day it was mailed, usually its postmark. Everything else: the day you got it."
      }
    />
  );
};

const ReceiptCheckbox = ({ label, hint }: { readonly label: string; readonly hint: string }) => {
  const { method } = useFormValues<RecordedDonationInput>();
  return (
    <FormCheck<RecordedDonationInput>
      name="sendsReceipt"
      label={
        getSoftCreditLabels(method) ? "Email that person a thank-you instead of a receipt" : label
      }
      description={hint}
    />
  );
};

const DonorFields = () => {
  const { method } = useFormValues<RecordedDonationInput>();
  const labels = getSoftCreditLabels(method);
  return (
    <>
      <DonorField
        fields={DONOR_FIELDS}
        label={labels?.donor ?? "Donor"}
        isOrganization={labels !== undefined}
        emailHint={labels ? "Optional." : "For the receipt. Leave blank if you don't know it."}
        nextField="amount"
      />
      {labels && (
        <DonorField
          fields={SOFT_CREDIT_FIELDS}
          label={labels.person}
          firstNameLabel="First name"
          emailHint="For our thank-you email. Leave blank if you don't know it."
          nextField="amount"
        />
      )}
    </>
  );
};

const DedicationFields = () => {
  const { inHonorOf, isMemorial } = useFormValues<RecordedDonationInput>();
  return (
    <>
      <FormText<RecordedDonationInput>
        name="inHonorOf"
        label={getDedicationLabel(isMemorial === true)}
        description={describeDedication(isMemorial === true, toText(inHonorOf))}
      />
      <FormCheck<RecordedDonationInput>
        name="isMemorial"
        label="In memory of someone who has died"
        className="self-center"
      />
    </>
  );
};

export interface RecordedDonationFieldsProps {
  readonly receiptLabel: string;
  /** Says what else is emailed. */
  readonly receiptHint: string;
  /** The card that was already sent or stopped, so that it can't be changed. */
  readonly closedCard?: ClosedCard | null;
}

/** The fields of a donation that wasn't made online. */
export const RecordedDonationFields = ({
  receiptLabel,
  receiptHint,
  closedCard = null,
}: RecordedDonationFieldsProps) => (
  <>
    <DonorFields />
    <FormMoney<RecordedDonationInput> name="amount" label="Amount" />
    <ReferenceField />
    <FormSelect<RecordedDonationInput> name="method" label="Method" options={METHOD_OPTIONS} />
    <DateField />
    <DedicationFields />
    {closedCard ? <ClosedCardNote card={closedCard} /> : <RecordedCardFields />}
    <DonationDetailFields />
    <ReceiptCheckbox label={receiptLabel} hint={receiptHint} />
  </>
);
