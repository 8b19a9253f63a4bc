import { CARD_MESSAGE_MAX_LENGTH, hasLinks, LINKS_MESSAGE } from "#contracts/card-text.ts";
import { EMAIL_PATTERN } from "#contracts/limits.ts";

/** A card in honor or in memory of someone, as the donor types it. */
export interface TributeForm {
  readonly recipientName: string;
  /** True for a card that we print and mail. */
  readonly isPostal: boolean;
  readonly recipientEmail: string;
  readonly recipientAddress: string;
  readonly message: string;
  /** YYYY-MM-DD; empty for as soon as possible. */
  readonly sendOn: string;
}

export const EMPTY_TRIBUTE: TributeForm = {
  recipientName: "",
  isPostal: false,
  recipientEmail: "",
  recipientAddress: "",
  message: "",
  sendOn: "",
};

/** A card as it is sent to the server. */
export interface TributeDetails {
  readonly recipientName: string;
  readonly recipientEmail: string | null;
  readonly recipientAddress: string | null;
  readonly message: string;
  readonly sendOn: string | null;
}

export const getTributeDetails = (form: TributeForm): TributeDetails => ({
  recipientName: form.recipientName.trim(),
  recipientEmail: form.isPostal ? null : form.recipientEmail.trim(),
  recipientAddress: form.isPostal ? form.recipientAddress.trim() : null,
  message: form.message.trim(),
  sendOn: form.sendOn || null,
});

export type TributeErrors = Partial<Record<keyof TributeDetails, string>>;

const findRecipientErrors = ({
  recipientName,
  recipientEmail,
  recipientAddress,
}: TributeDetails) => {
  if (recipientName === "") return { recipientName: "Enter the recipient's name." };
  if (hasLinks(recipientName)) return { recipientName: LINKS_MESSAGE };
  if (recipientAddress === "") return { recipientAddress: "Enter the recipient's postal address." };
  return recipientEmail !== null && !EMAIL_PATTERN.test(recipientEmail)
    ? { recipientEmail: "Enter a valid email address." }
    : {};
};

/** Returns what must change before the card can be sent. The server checks the date. */
export const findTributeErrors = (form: TributeForm): TributeErrors => {
  const details = getTributeDetails(form);
  const { message } = details;
  return {
    ...findRecipientErrors(details),
    ...(message.length > CARD_MESSAGE_MAX_LENGTH && {
      message: `Use at most ${CARD_MESSAGE_MAX_LENGTH} characters.`,
    }),
    ...(hasLinks(message) && { message: LINKS_MESSAGE }),
  };
};
