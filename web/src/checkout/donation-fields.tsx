import type { DonationFrequency } from "#contracts/choices.ts";
import { money } from "../lib/format.ts";
import { ChoiceGroup } from "../ui/fields/choice-group.tsx";
import { TextField } from "../ui/fields/field.tsx";
import { type GivingTerms, useGivingTerms } from "../data/home/queries.ts";
import { findAmountProblem, chosenDonation, type DonationForm } from "./chosen-donation.ts";

const FREQUENCIES: readonly { readonly value: DonationFrequency; readonly label: string }[] = [
  { value: "one-time", label: "One-Time" },
  { value: "monthly", label: "Monthly" },
];

export interface DonationFieldsProps {
  readonly levels: GivingTerms["giftLevels"];
  readonly form: DonationForm;
  readonly onChange: (form: DonationForm) => void;
  /** Shows the amount's error; not set before the first submit. */
  readonly showProblem?: boolean;
}

/** Lets the donor choose an amount and a frequency. The field names match the URL parameters of the donation page. */
export const DonationFields = ({ levels, form, onChange, showProblem }: DonationFieldsProps) => {
  const { amount } = chosenDonation(form);
  const terms = useGivingTerms();
  const isOther = form.other !== "";
  return (
    <div className="grid gap-3">
      <ChoiceGroup
        legend="How often would you like to give?"
        hideLegend
        name="frequency"
        look="segments"
        choices={FREQUENCIES}
        value={form.frequency}
        onValue={(frequency) => onChange({ ...form, frequency })}
      />
      <ChoiceGroup
        legend="Choose an amount"
        hideLegend
        name="amount"
        look="tiles"
        className="tile-grid"
        choices={levels.map((level) => ({
          value: level.amount,
          label: money(level.amount),
          caption: level.label,
        }))}
        value={isOther ? null : form.level}
        onValue={(level) => onChange({ ...form, level, other: "" })}
      >
        <TextField
          label="Custom amount"
          name="other"
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          leading="$"
          className="tile-input"
          value={form.other}
          error={showProblem || isOther ? findAmountProblem(form, terms) : undefined}
          onValue={(other) => onChange({ ...form, other })}
          // Shows the parsed amount after typing.
          onBlur={() => amount > 0 && isOther && onChange({ ...form, other: String(amount) })}
        />
      </ChoiceGroup>
    </div>
  );
};
