import CreditCard from "lucide-react/icons/credit-card";
import { VISITOR_NAME_MAX_LENGTH } from "#contracts/limits.ts";
import { formatZip } from "../lib/format-zip.ts";
import { formatCardNumber, formatCvv, formatExpiry } from "./card-format.ts";
import { TextField } from "../ui/fields/field.tsx";
import { EmailField } from "./email-field.tsx";
import type { CardForm, CardFormErrors } from "./card-form.ts";

export interface CardFieldsProps {
  readonly form: CardForm;
  readonly errors: CardFormErrors;
  readonly onFormChange: (form: CardForm) => void;
  /** Set if the email address is already known, as on the donation page. */
  readonly hideEmail?: boolean;
  readonly disabled: boolean;
}

/**
 * The demo provider's documented card form (DON-18..23). Its contents never leave the browser. The formats cut a value that
 * is too long; `maxLength` would cut a pasted one before its spaces are taken out.
 */
export const CardFields = ({
  form,
  errors,
  onFormChange,
  hideEmail,
  disabled,
}: CardFieldsProps) => {
  const getFieldProps = (
    name: keyof CardForm,
    format: (value: string) => string = (value) => value,
  ) => ({
    value: form[name],
    error: errors[name],
    disabled,
    required: true,
    onValue: (value: string) => onFormChange({ ...form, [name]: format(value) }),
  });

  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-4">
      {!hideEmail && (
        <EmailField {...getFieldProps("email")} className="col-span-2" label="Email for receipt" />
      )}
      <TextField
        {...getFieldProps("nameOnCard")}
        className="col-span-2"
        label="Name on card"
        autoComplete="cc-name"
        maxLength={2 * VISITOR_NAME_MAX_LENGTH + 1}
      />
      <TextField
        {...getFieldProps("cardNumber", formatCardNumber)}
        className="col-span-2"
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="4242 4242 4242 4242"
        trailing={<CreditCard aria-hidden="true" size={20} className="quiet mr-3" />}
      />
      <TextField
        {...getFieldProps("expirationDate", formatExpiry)}
        label="Expiration"
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder="MM/YY"
      />
      <TextField
        {...getFieldProps("cvv", formatCvv)}
        label="CVV"
        inputMode="numeric"
        autoComplete="cc-csc"
        placeholder="123"
      />
      <TextField
        {...getFieldProps("zipCode", formatZip)}
        className="col-span-2"
        label="ZIP code"
        autoComplete="postal-code"
        inputMode="numeric"
      />
    </div>
  );
};
