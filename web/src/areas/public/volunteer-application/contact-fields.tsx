import { AVAILABILITIES } from "#contracts/choices.ts";
import type { ReactNode } from "react";
import { type Availability, AVAILABILITY_LABELS } from "#lib/availability.ts";
import { formatZip } from "#lib/format-zip.ts";
import { TextField } from "#ui/fields/field.tsx";
import { LoginName } from "#ui/fields/login-name.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextAreaField } from "#ui/fields/text-area-field.tsx";
import type { ApplicationErrors, ContactValues as Fields } from "./application.ts";

export interface ContactFieldsProps {
  readonly form: Fields;
  readonly errors: ApplicationErrors;
  readonly disabled: boolean;
  /** True in the dialog, where phone and ZIP code are required; false in the section. */
  readonly arePhoneAndZipRequired: boolean;
  readonly onFieldChange: (name: keyof Fields, value: string) => void;
  readonly zipDescription?: ReactNode;
  /** The fields for city and state, if the form has them. */
  readonly placeFields?: ReactNode;
}

/** The fields that both application forms share. */
export const ContactFields = (props: ContactFieldsProps) => {
  const { form, errors, disabled, arePhoneAndZipRequired, onFieldChange } = props;
  const field = (name: keyof Fields) => ({
    value: form[name],
    error: errors[name],
    disabled,
    onValue: (value: string) => onFieldChange(name, value),
  });
  return (
    <>
      <TextField
        {...field("email")}
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
      />
      <TextField
        {...field("phone")}
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={30}
        required={arePhoneAndZipRequired}
      />
      <LoginName value={form.email.trim()} />
      <PasswordField
        {...field("password")}
        autoComplete="new-password"
        description="For your volunteer account. At least 6 characters; 8 or more is better."
      />
      <TextField
        {...field("zipCode")}
        onValue={(value) => onFieldChange("zipCode", formatZip(value))}
        label="ZIP code"
        description={props.zipDescription}
        autoComplete="postal-code"
        inputMode="numeric"
        required={arePhoneAndZipRequired}
      />
      {props.placeFields}
      <SelectField
        {...field("availability")}
        className="sm:col-span-2"
        label="Availability"
        required
      >
        <option value="">Choose when you're free</option>
        {AVAILABILITIES.map((value: Availability) => (
          <option key={value} value={value}>
            {AVAILABILITY_LABELS[value]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        {...field("interests")}
        className="sm:col-span-2"
        label="Interests"
        placeholder="Packing, letters, driving, events…"
        rows={2}
        maxLength={2000}
        required={false}
      />
    </>
  );
};
