import type { DonationFrequency } from "#contracts/choices.ts";
import { money } from "../lib/format.ts";
import { ChoiceGroup } from "../ui/choice-group.tsx";
import { TextField } from "../ui/field.tsx";
import { useGivingTerms, type GivingTerms } from "../data/home/queries.ts";
import { amountProblem, giftOf, type GiftForm } from "./gift.ts";

const FREQUENCIES: readonly { readonly value: DonationFrequency; readonly label: string }[] = [
  { value: "one-time", label: "One-Time" },
  { value: "monthly", label: "Monthly" },
];

export interface GiftChoiceProps {
  readonly levels: GivingTerms["giftLevels"];
  readonly gift: GiftForm;
  readonly onGift: (gift: GiftForm) => void;
  /** Shows what is wrong with the amount; before a first try nothing is. */
  readonly showProblem?: boolean;
}

/** How much and how often. Its names are those of a link to the donation page. */
export const GiftChoice = ({ levels, gift, onGift, showProblem }: GiftChoiceProps) => {
  const { amount } = giftOf(gift);
  const terms = useGivingTerms();
  const isOther = gift.other !== "";
  return (
    <div className="flex flex-col gap-4">
      <ChoiceGroup
        legend="How often would you like to give?"
        hideLegend
        name="frequency"
        look="segments"
        choices={FREQUENCIES}
        value={gift.frequency}
        onValue={(frequency) => onGift({ ...gift, frequency })}
      />
      <ChoiceGroup
        legend="Choose an amount"
        hideLegend
        name="amount"
        look="tiles"
        className="grid-cols-2 [&>:last-child:nth-child(odd)]:col-span-2"
        choices={levels.map((level) => ({
          value: level.amount,
          label: money(level.amount),
          caption: level.label,
        }))}
        value={isOther ? null : gift.level}
        onValue={(level) => onGift({ ...gift, level, other: "" })}
      />
      <TextField
        label="Custom amount"
        name="other"
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        placeholder="Other amount"
        leading="$"
        value={gift.other}
        error={showProblem || isOther ? amountProblem(gift, terms) : undefined}
        onValue={(other) => onGift({ ...gift, other })}
        // What was understood stands there once it is typed.
        onBlur={() => amount > 0 && isOther && onGift({ ...gift, other: String(amount) })}
      />
    </div>
  );
};
