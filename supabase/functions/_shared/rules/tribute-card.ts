import { getDedication } from "./dedication.ts";

/** The text of a card, without the donor's message. */
export interface CardDetails {
  /** Null if the donor gave anonymously. */
  readonly donorName: string | null;
  readonly honoree: string;
  readonly isMemorial: boolean;
  readonly recipientName: string;
  readonly organizationName: string;
}

/** Replaces the name on the cards of donors who gave anonymously. */
const ANONYMOUS_DONOR = "Someone";

export const createCardHeading = ({
  honoree,
  isMemorial,
}: Pick<CardDetails, "honoree" | "isMemorial">): string =>
  isMemorial ? `In memory of ${honoree}` : `A gift in honor of ${honoree}`;

/**
 * Returns the sentences on a card. They are the same in the preview, in the email and on the printed card. None of them
 * mentions the amount.
 */
export const createCardSentences = (card: CardDetails): readonly string[] => {
  const { donorName, honoree, isMemorial, recipientName, organizationName } = card;
  return [
    `Dear ${recipientName}, ${donorName ?? ANONYMOUS_DONOR} has made a gift to ${organizationName} ${getDedication(isMemorial)} ${honoree}.`,
    isMemorial
      ? "The gift sends care packages to military families, veterans and service members. Our thoughts are with you."
      : "The gift sends care packages to military families, veterans and service members. Someone far from home will open a box because of it.",
  ];
};
