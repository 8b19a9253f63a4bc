import { VISITOR_NAME_MAX_LENGTH } from "#contracts/limits.ts";
import { CheckField } from "../ui/fields/check-field.tsx";
import { TextField } from "../ui/fields/field.tsx";
import type { DonorContact } from "./attempt.ts";
import { hasSameNames, type CheckoutForm } from "./checkout-form.ts";
import { EmailField } from "./email-field.tsx";
import type { DonorErrors } from "./payment-failure.ts";

export interface DonorFieldsProps {
  readonly form: CheckoutForm;
  readonly errors: DonorErrors;
  readonly disabled: boolean;
  readonly onFormChange: (form: CheckoutForm) => void;
}

export const DonorFields = ({ form, errors, disabled, onFormChange }: DonorFieldsProps) => {
  const getFieldProps = (name: keyof DonorContact) => ({
    name,
    value: form[name],
    error: errors[name],
    required: true,
    disabled,
    onValue: (value: string) => onFormChange({ ...form, [name]: value }),
  });
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-4">
      <TextField
        {...getFieldProps("firstName")}
        label="First name"
        autoComplete="given-name"
        maxLength={VISITOR_NAME_MAX_LENGTH}
      />
      <TextField
        {...getFieldProps("lastName")}
        label="Last name"
        autoComplete="family-name"
        maxLength={VISITOR_NAME_MAX_LENGTH}
      />
      {hasSameNames(form) ? (
        <CheckField
          className="col-span-2 -mt-2 text-sm"
          name="hasOneName"
          label="Do you use one name? Check this box if you do."
          disabled={disabled}
          checked={form.hasOneName}
          onValue={(hasOneName) => onFormChange({ ...form, hasOneName })}
        />
      ) : (
        <p className="quiet col-span-2 -mt-2 text-sm">Only one name? Type it in both fields.</p>
      )}
      <EmailField {...getFieldProps("email")} className="col-span-2" label="Email" />
    </div>
  );
};
