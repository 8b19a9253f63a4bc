import { CARD_MESSAGE_MAX_LENGTH } from "#contracts/card-text.ts";
import { findAddressProblem } from "#rules/zip-states.ts";
import { ChoiceGroup } from "../ui/fields/choice-group.tsx";
import { TextField } from "../ui/fields/field.tsx";
import { TextAreaField } from "../ui/fields/text-area-field.tsx";
import { EmailField } from "./email-field.tsx";
import type { TributeErrors, TributeForm } from "./tribute-form.ts";
import { TributePreview, type PreviewedCard } from "./tribute-preview.tsx";

const describeDay = (isPostal: boolean, isNew: boolean): string => {
  if (isPostal)
    return "If you leave this blank, we'll print and mail the card soon. You can change the card until we've printed it.";
  const start = isNew ? "Leave this blank to send the card an hour after your gift." : "";
  return `${start} We email cards after 9 a.m. our time, and each person gets at most one a week, so yours may wait a few days. You can change the card until we send it.`.trim();
};

export interface TributeFieldsProps {
  readonly form: TributeForm;
  readonly errors: TributeErrors;
  readonly disabled: boolean;
  readonly onFormChange: (form: TributeForm) => void;
  /** The card's sender, and the person whom the gift honors. */
  readonly dedication: Pick<PreviewedCard, "donorName" | "honoree" | "isMemorial">;
  /** False for the card of a gift that was already made. */
  readonly isNew?: boolean;
}

/** The fields for a card's recipient, message and date, with a preview. */
export const TributeFields = (props: TributeFieldsProps) => {
  const { form, errors, disabled, onFormChange, dedication, isNew = true } = props;
  const charactersLeft = CARD_MESSAGE_MAX_LENGTH - form.message.trim().length;
  const getFieldProps = (
    name: "recipientName" | "recipientEmail" | "recipientAddress" | "message" | "sendOn",
  ) => ({
    name,
    value: form[name],
    error: errors[name],
    disabled,
    autoComplete: "off",
    onValue: (value: string) => onFormChange({ ...form, [name]: value }),
  });
  return (
    <div className="mt-3 grid gap-4">
      <TextField
        {...getFieldProps("recipientName")}
        label="Recipient's name"
        maxLength={100}
        required
      />
      <ChoiceGroup
        legend="How should we send it?"
        name="isPostal"
        look="segments"
        choices={[
          { value: "email", label: "By email" },
          { value: "post", label: "By mail" },
        ]}
        value={form.isPostal ? "post" : "email"}
        onValue={(value) => onFormChange({ ...form, isPostal: value === "post" })}
      />
      {form.isPostal ? (
        <TextAreaField
          {...getFieldProps("recipientAddress")}
          label="Recipient's postal address"
          description={findAddressProblem(form.recipientAddress)}
          rows={3}
          maxLength={500}
          required
        />
      ) : (
        <EmailField {...getFieldProps("recipientEmail")} label="Recipient's email" required />
      )}
      <TextAreaField
        {...getFieldProps("message")}
        label="Message"
        required={false}
        rows={4}
        maxLength={CARD_MESSAGE_MAX_LENGTH}
        description={`${charactersLeft} characters left. Links aren't allowed.`}
      />
      <TextField
        {...getFieldProps("sendOn")}
        label="Day to send it"
        type="date"
        required={false}
        description={describeDay(form.isPostal, isNew)}
      />
      <TributePreview
        {...dedication}
        recipientName={form.recipientName.trim() || "recipient"}
        isPostal={form.isPostal}
        message={form.message.trim()}
      />
      {/* The organization may have rewritten the text of emailed cards. */}
      {!form.isPostal && <p className="quiet text-sm">The final wording may differ a little.</p>}
    </div>
  );
};
