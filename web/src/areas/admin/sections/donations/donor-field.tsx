import { formatFullName, splitDonorName } from "#rules/names.ts";
import { type DonorChoice, donorChoices, useDonor } from "#data/donors/resource.ts";
import { useRecords } from "#data/resource.ts";
import { FormArea, FormText } from "#kit/forms/form-fields.tsx";
import { FormRecordPicker } from "#kit/forms/form-record-picker.tsx";
import { useFormValues, useSetFormValues } from "#kit/forms/use-form-values.ts";
import { shortDate } from "#lib/format.ts";
import { useDebounced } from "#lib/use-debounced.ts";
import { Button } from "#ui/button.tsx";
import type { NoncashInput } from "./noncash-fields.tsx";
import type { RecordedDonationInput } from "./recorded-donation-fields.tsx";

type DonorForm = RecordedDonationInput & NoncashInput;

/** The form fields for the donor, whether existing or new. */
export const DONOR_FIELDS = {
  id: "donorId",
  firstName: "firstName",
  lastName: "lastName",
  email: "email",
} as const;

/** The form fields for the person behind a fund's grant or an employer's match. */
export const SOFT_CREDIT_FIELDS = {
  id: "softCreditDonorId",
  firstName: "softCreditFirstName",
  lastName: "softCreditLastName",
  email: "softCreditEmail",
} as const;

/** Values of the donor's fields while no donor is chosen. */
export const NO_DONOR = {
  donorId: null,
  firstName: undefined,
  lastName: undefined,
  email: undefined,
  address: undefined,
};

/** A restored draft has only the donor's id, so the name is loaded from the server. */
const ChosenDonor = ({ id, label }: { readonly id: string; readonly label: string }) => {
  const { data: donor } = useDonor(id);
  return (
    <p>
      <span className="quiet block text-sm">{label}</span>
      <strong>{donor ? formatFullName(donor) : "…"}</strong>{" "}
      {donor?.email && <span className="quiet text-sm">{donor.email}</span>}
    </p>
  );
};

/** What tells two donors with the same name apart. */
const describeDonor = ({ email, zipCode, lastDonationAt }: DonorChoice) =>
  [
    email,
    zipCode,
    lastDonationAt === null ? "no donation yet" : `last gave ${shortDate(lastDonationAt)}`,
  ]
    .filter(Boolean)
    .join(" · ");

const EMAIL_PATTERN = /^[^@\s]+@[^@\s]+\.[^@\s]{2,}$/;

/** Offers the donor who already has the address that was typed for a new one. */
const KnownDonor = ({ fields }: Pick<DonorFieldProps, "fields">) => {
  const setValues = useSetFormValues();
  const typed = useFormValues<DonorForm>()[fields.email];
  const email = useDebounced(typeof typed === "string" ? typed.trim() : "", 300);
  const isComplete = EMAIL_PATTERN.test(email);
  const { data } = useRecords(donorChoices, {
    email: isComplete ? email : "nobody@example.invalid",
    limit: 1,
  });
  const donor = isComplete && typed === email ? data?.rows[0] : undefined;
  if (!donor) return null;
  const choose = () => {
    const { id, firstName, lastName, email: emailField } = fields;
    setValues({
      [id]: donor.id,
      [firstName]: undefined,
      [lastName]: undefined,
      [emailField]: undefined,
    });
  };
  return (
    <output className="flex flex-wrap items-center gap-3 sm:col-span-2">
      <span>
        <strong>{formatFullName(donor)}</strong> has this email address.
      </span>
      <Button variant="outline" size="sm" onClick={choose}>
        Use this donor
      </Button>
    </output>
  );
};

export interface DonorFieldProps {
  readonly fields: typeof DONOR_FIELDS | typeof SOFT_CREDIT_FIELDS;
  readonly label: string;
  readonly firstNameLabel?: string;
  readonly emailHint: string;
  /** True if the donor is a fund or an employer, so that the name has only one part. */
  readonly isOrganization?: boolean;
  readonly nextField: keyof DonorForm;
}

/** Lets the administrator choose a donor, or enter a new donor's name and email. */
export const DonorField = ({
  fields,
  label,
  firstNameLabel = "First name, or an organization's name",
  emailHint,
  isOrganization = false,
  nextField,
}: DonorFieldProps) => (
  <FormRecordPicker<DonorForm, DonorChoice>
    name={fields.id}
    nextField={nextField}
    noun="donor"
    label={label}
    placeholder="Type a name or email"
    resource={donorChoices}
    getLabel={formatFullName}
    getDetail={describeDonor}
    renderChosen={(id) => <ChosenDonor id={id} label={label} />}
    newRecord={{
      createValues: (name) => {
        const { firstName, lastName } = isOrganization
          ? { firstName: name, lastName: "" }
          : splitDonorName(name);
        return { [fields.firstName]: firstName, [fields.lastName]: lastName };
      },
      fields: (
        <>
          <FormText<DonorForm> name={fields.firstName} label={firstNameLabel} />
          <FormText<DonorForm> name={fields.lastName} label="Last name" />
          <FormText<DonorForm>
            name={fields.email}
            label="Email"
            type="email"
            description={emailHint}
          />
          <KnownDonor fields={fields} />
          {fields.id === "donorId" && (
            <FormArea<DonorForm>
              name="address"
              label="Address"
              rows={3}
              className="sm:col-span-2"
              description="For letters. Leave blank if you don't know it."
            />
          )}
        </>
      ),
    }}
  />
);
