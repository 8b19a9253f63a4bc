import { useId, useState } from "react";
import type { DonationFrequency } from "#contracts/limits.ts";
import { money } from "../lib/format.ts";
import { ChoiceGroup } from "../ui/choice-group.tsx";
import { TextField } from "../ui/field.tsx";
import { amountProblem, parseAmount, type AmountPreset, type Gift } from "./gift.ts";

const FREQUENCIES: readonly { readonly value: DonationFrequency; readonly label: string }[] = [
  { value: "one-time", label: "One-Time" },
  { value: "monthly", label: "Monthly" },
];

export interface GiftChoiceProps {
  readonly presets: readonly AmountPreset[];
  readonly gift: Gift;
  readonly onGift: (gift: Gift) => void;
  /** Shows what is wrong with the amount; before a first try nothing is. */
  readonly showProblem?: boolean;
}

/** How much and how often. */
export const GiftChoice = ({ presets, gift, onGift, showProblem }: GiftChoiceProps) => {
  const listId = useId();
  const isPreset = presets.some(({ amount }) => amount === gift.amount);
  const [custom, setCustom] = useState(isPreset || gift.amount === 0 ? "" : String(gift.amount));
  const isCustom = custom !== "";

  return (
    <div className="flex flex-col gap-4" id={listId}>
      <ChoiceGroup
        legend="How often would you like to give?"
        hideLegend
        look="segments"
        choices={FREQUENCIES}
        value={gift.frequency}
        onValue={(frequency) => onGift({ ...gift, frequency })}
      />
      <ChoiceGroup
        legend="Choose an amount"
        hideLegend
        look="tiles"
        className="grid-cols-2 [&>:last-child:nth-child(odd)]:col-span-2"
        choices={presets.map(({ amount, caption }) => ({
          value: amount,
          label: money(amount),
          caption,
        }))}
        value={isCustom ? null : gift.amount}
        onValue={(amount) => {
          setCustom("");
          onGift({ ...gift, amount });
        }}
      />
      <TextField
        label="Custom amount"
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        placeholder="Other amount"
        leading="$"
        value={custom}
        error={
          (showProblem || isCustom) && amountProblem(gift.amount)
            ? amountProblem(gift.amount)
            : undefined
        }
        onValue={(typed) => {
          setCustom(typed);
          onGift({ ...gift, amount: parseAmount(typed) });
        }}
      />
    </div>
  );
};
