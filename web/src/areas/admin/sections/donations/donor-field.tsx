import { fullName, splitName } from "#rules/names.ts";
import { useDonor } from "#data/donors/queries.ts";
import { donors, type Donor } from "#data/donors/resource.ts";
import { FormText } from "#kit/forms/form-fields.tsx";
import { FormRecordPicker } from "#kit/forms/form-record-picker.tsx";
import type { RecordedDonationInput } from "./donation-entry.tsx";

/** A restored draft has only the donor's id, so the name is read. */
const ChosenDonor = ({ id }: { readonly id: string }) => {
  const { data: donor } = useDonor(id);
  return (
    <p>
      <span className="quiet block text-sm">Donor</span>
      <strong>{donor ? fullName(donor) : "…"}</strong>{" "}
      {donor?.email && <span className="quiet text-sm">{donor.email}</span>}
    </p>
  );
};

/** Chooses the donor of a recorded donation, or takes a new one's name and email. */
export const DonorField = () => (
  <FormRecordPicker<RecordedDonationInput, Donor>
    name="donorId"
    nextField="amount"
    noun="donor"
    label="Donor"
    placeholder="Type a name or email"
    resource={donors}
    labelOf={fullName}
    detailOf={({ email }) => email}
    renderChosen={(id) => <ChosenDonor id={id} />}
    newValuesOf={(name) => ({ ...splitName(name) })}
    newFields={
      <>
        <FormText<RecordedDonationInput>
          name="firstName"
          label="First name, or an organization’s name"
        />
        <FormText<RecordedDonationInput> name="lastName" label="Last name" />
        <FormText<RecordedDonationInput>
          name="email"
          label="Email"
          type="email"
          description="For the receipt. Leave empty if you don't know it."
        />
      </>
    }
  />
);
