import { useState } from "react";
import { useGivingTerms } from "../data/home/queries.ts";
import { money } from "../lib/format.ts";
import { CheckField } from "../ui/fields/check-field.tsx";
import { Honeypot } from "../ui/fields/honeypot.tsx";
import { getChargedAmount, hasDedicationErrors, type CheckoutForm } from "./checkout-form.ts";
import type { ChosenDonation } from "./chosen-donation.ts";
import { Dedication } from "./dedication.tsx";
import type { DonorErrors } from "./payment-failure.ts";

export interface DonationOptionsProps {
  readonly donation: ChosenDonation;
  readonly form: CheckoutForm;
  readonly errors: DonorErrors;
  readonly disabled: boolean;
  readonly onFormChange: (form: CheckoutForm) => void;
}

/** Optional additions to a gift, all unchecked by default and collapsed into one line. */
export const DonationOptions = ({
  donation,
  form,
  errors,
  disabled,
  onFormChange,
}: DonationOptionsProps) => {
  const terms = useGivingTerms();
  const fee = getChargedAmount(donation, true, terms) - donation.amount;
  const [isOpen, setOpen] = useState(form.coversFee || form.isAnonymous || form.isInHonor);
  // A field with an error must not stay hidden in a closed section.
  const [shownErrors, setShownErrors] = useState(errors);
  if (errors !== shownErrors) {
    setShownErrors(errors);
    if (hasDedicationErrors(errors)) setOpen(true);
  }
  return (
    <>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold">
          Add a dedication, cover the fee, or give anonymously
        </summary>
        {donation.amount > 0 && (
          <CheckField
            className="text-sm"
            name="coversFee"
            label={`Add ${money(fee)} to cover the card fee`}
            disabled={disabled}
            checked={form.coversFee}
            onValue={(coversFee) => onFormChange({ ...form, coversFee })}
          />
        )}
        <CheckField
          className="text-sm"
          name="isAnonymous"
          label="Give anonymously"
          disabled={disabled}
          checked={form.isAnonymous}
          onValue={(isAnonymous) => onFormChange({ ...form, isAnonymous })}
        />
        <CheckField
          className="text-sm"
          name="isInHonor"
          label="Give in honor or in memory of someone"
          disabled={disabled}
          checked={form.isInHonor}
          onValue={(isInHonor) => onFormChange({ ...form, isInHonor })}
        />
        {form.isInHonor && (
          <Dedication form={form} errors={errors} disabled={disabled} onFormChange={onFormChange} />
        )}
      </details>
      <Honeypot
        value={form.website}
        error={errors.website}
        disabled={disabled}
        onValue={(website) => onFormChange({ ...form, website })}
      />
    </>
  );
};
