import { formatFullName, splitDonorName } from "#rules/names.ts";
import { type DonorChoice, donorChoices, useDonor } from "#data/donors/resource.ts";
import { FormArea, FormText } from "#kit/forms/form-fields.tsx";
import { FormRecordPicker } from "#kit/forms/form-record-picker.tsx";
import { useSetFormValues } from "#kit/forms/use-form-values.ts";
import { shortDate } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { KnownDonor } from "./known-donor.tsx";
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

const UseDonorButton = ({
  fields,
  id,
}: Pick<DonorFieldProps, "fields"> & { readonly id: string }) => {
  const setValues = useSetFormValues();
  const choose = () =>
    setValues({
      [fields.id]: id,
      [fields.firstName]: undefined,
      [fields.lastName]: undefined,
      [fields.email]: undefined,
    });
  return (
    <Button variant="outline" size="sm" onClick={choose}>
      Use this donor
    </Button>
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
          <KnownDonor emailField={fields.email}>
            {({ id }) => <UseDonorButton fields={fields} id={id} />}
          </KnownDonor>
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
