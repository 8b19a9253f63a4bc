import type { ReactNode } from "react";
import { formatFullName } from "#rules/names.ts";
import { type DonorChoice, donorChoices } from "#data/donors/resource.ts";
import { useRecords } from "#data/resource.ts";
import { toText } from "#kit/forms/form-fields.tsx";
import { useFormErrors, useFormValues } from "#kit/forms/use-form-values.ts";
import { useDebounced } from "#lib/use-debounced.ts";

// Stricter than the check of forms, because the search refuses an address whose last part isn't whole.
const WHOLE_EMAIL_PATTERN = /^[^@\s]+@[^@\s]+\.[^@\s]{2,}$/;

export interface KnownDonorProps {
  /** The form field for a new donor's email address. */
  readonly emailField: string;
  readonly children: (donor: DonorChoice) => ReactNode;
}

/** Offers the donor who already has the address that was typed for a new one. */
export const KnownDonor = ({ emailField, children }: KnownDonorProps) => {
  const typed = toText(useFormValues<Record<string, unknown>>()[emailField]).trim();
  const email = useDebounced(typed, 300);
  const isComplete = WHOLE_EMAIL_PATTERN.test(email);
  const { data } = useRecords(donorChoices, { email, limit: 1 }, { enabled: isComplete });
  const { findError } = useFormErrors();
  const donor = isComplete && typed === email ? data?.rows[0] : undefined;
  if (!donor) return null;
  return (
    <output className="flex flex-wrap items-center gap-3 sm:col-span-2">
      {/* The server's refusal says the same, at the field. */}
      {findError(emailField) === undefined && (
        <span>
          <strong>{formatFullName(donor)}</strong> has this email address.
        </span>
      )}
      {children(donor)}
    </output>
  );
};
