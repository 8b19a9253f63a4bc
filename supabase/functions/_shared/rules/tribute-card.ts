import { dedication } from "./dedication.ts";

/** The text of a card, besides the donor's message. */
export interface CardDetails {
  /** Null if the donor gave anonymously. */
  readonly donorName: string | null;
  readonly honoree: string;
  readonly isMemorial: boolean;
  readonly recipientName: string;
  readonly organizationName: string;
}

/** On cards of donors who gave anonymously. */
const ANONYMOUS_DONOR = "Someone";

export const cardHeading = ({
  honoree,
  isMemorial,
}: Pick<CardDetails, "honoree" | "isMemorial">): string =>
  isMemorial ? `In memory of ${honoree}` : `A gift in honor of ${honoree}`;

/**
 * Returns the sentences on a card, the same in the preview, the email and the printed card. None mentions the amount.
 */
export const cardSentences = (card: CardDetails): readonly string[] => {
  const { donorName, honoree, isMemorial, recipientName, organizationName } = card;
  return [
    `Dear ${recipientName}, ${donorName ?? ANONYMOUS_DONOR} has made a gift to ${organizationName} ${dedication(isMemorial)} ${honoree}.`,
    isMemorial
      ? "The gift sends care packages to military families, veterans and service members. Our thoughts are with you."
      : "The gift sends care packages to military families, veterans and service members. Someone far from home will open a box because of it.",
  ];
};
