import { useState } from "react";
import { CARD_MESSAGE_MAX_LENGTH } from "#contracts/card-text.ts";
import type { DonationRecord } from "#data/donations/resource.ts";
import { useFormField } from "#kit/forms/form-fields.tsx";
import { useFormErrors } from "#kit/forms/use-form-values.ts";
import { CheckField } from "#ui/fields/check-field.tsx";
import { ChoiceGroup } from "#ui/fields/choice-group.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { TextAreaField } from "#ui/fields/text-area-field.tsx";
import { TRIBUTE_STATE } from "./tribute-actions.tsx";
import type { RecordedDonationInput } from "./recorded-donation-fields.tsx";

type CardInput = NonNullable<RecordedDonationInput["tribute"]>;
type CardField = keyof CardInput;
export type ClosedCard = NonNullable<DonationRecord["tribute"]>;

const NEW_CARD: CardInput = {
  recipientName: "",
  recipientEmail: null,
  recipientAddress: "",
  message: "",
  sendOn: null,
};

/** Returns the form's values of a card that hasn't been sent. */
export const toCardInput = (card: ClosedCard): CardInput => ({
  recipientName: card.recipientName,
  recipientEmail: card.recipientEmail,
  recipientAddress: card.recipientAddress,
  message: card.message,
  sendOn: card.sendOn,
});

interface CardFieldsProps {
  readonly card: CardInput;
  readonly onCardChange: (card: CardInput) => void;
}

const CardFields = ({ card, onCardChange }: CardFieldsProps) => {
  const { findError, isSubmitting } = useFormErrors();
  const isPostal = card.recipientAddress !== null;
  const getFieldProps = (name: CardField) => ({
    name: `tribute.${name}`,
    value: card[name] ?? "",
    error: findError(`tribute.${name}`),
    disabled: isSubmitting,
    autoComplete: "off",
    onValue: (value: string) => onCardChange({ ...card, [name]: value }),
  });
  return (
    <div className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
      <TextField
        {...getFieldProps("recipientName")}
        label="Recipient's name"
        description={`The card starts “Dear ${card.recipientName.trim() || "___"},”`}
        maxLength={100}
        required
      />
      <ChoiceGroup
        legend="How should we send it?"
        name="isPostalCard"
        look="segments"
        choices={[
          { value: "post", label: "On paper" },
          { value: "email", label: "By email" },
        ]}
        value={isPostal ? "post" : "email"}
        onValue={(value) =>
          onCardChange({
            ...card,
            recipientEmail: value === "email" ? "" : null,
            recipientAddress: value === "post" ? "" : null,
          })
        }
      />
      {isPostal ? (
        <TextAreaField
          {...getFieldProps("recipientAddress")}
          label="Recipient's postal address"
          rows={3}
          maxLength={500}
          required
        />
      ) : (
        <TextField
          {...getFieldProps("recipientEmail")}
          label="Recipient's email"
          description="Each person gets at most one card a week by email."
          type="email"
          required
        />
      )}
      <TextField
        {...getFieldProps("sendOn")}
        label="Day to send the card"
        type="date"
        required={false}
        description={
          isPostal
            ? "Leave this blank to print it soon, under Cards."
            : "Leave this blank to send it an hour after you save, from 9 a.m."
        }
        onValue={(value) => onCardChange({ ...card, sendOn: value || null })}
      />
      <TextAreaField
        {...getFieldProps("message")}
        label="The donor's message"
        required={false}
        rows={3}
        maxLength={CARD_MESSAGE_MAX_LENGTH}
        description="It appears as a quotation with the donor's name. Links aren't allowed."
        className="sm:col-span-2"
      />
    </div>
  );
};

/** The card that tells someone about the donation. */
export const RecordedCardFields = () => {
  const { value, setValue } = useFormField<RecordedDonationInput>("tribute");
  const card = (value ?? null) as CardInput | null;
  // Kept so that unchecking the box by mistake doesn't lose what was typed.
  const [lastCard, setLastCard] = useState(NEW_CARD);
  return (
    <>
      <CheckField
        className="sm:col-span-2"
        name="sendsTribute"
        label="Send someone a card about this gift"
        description="The card never says how much the donor gave."
        disabled={false}
        checked={card !== null}
        onValue={(isChecked) => {
          if (card) setLastCard(card);
          setValue(isChecked ? lastCard : null);
        }}
      />
      {card && <CardFields card={card} onCardChange={setValue} />}
    </>
  );
};

/** Says what happens with a card that can't be changed anymore. */
export const ClosedCardNote = ({ card }: { readonly card: ClosedCard }) => (
  <p className="quiet text-sm sm:col-span-2">
    The card for {card.recipientName} ({TRIBUTE_STATE[card.state].label.toLowerCase()}) can't be
    changed anymore. It isn't sent again.
  </p>
);
