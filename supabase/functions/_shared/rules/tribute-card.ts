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

/** The line above the honored person's name. */
export const createCardLabel = (isMemorial: boolean): string =>
  isMemorial ? "In memory of" : "A gift in honor of";

export const createCardHeading = ({
  honoree,
  isMemorial,
}: Pick<CardDetails, "honoree" | "isMemorial">): string =>
  `${createCardLabel(isMemorial)} ${honoree}`;

/** Returns what follows "Dear": "The Lee family" on an envelope is "Dear Lee family" on its card. */
export const getGreetedName = (recipientName: string): string =>
  recipientName.trim().replace(/^the\s+(?=\S)/i, "");

export const createSalutation = ({ recipientName }: Pick<CardDetails, "recipientName">): string =>
  `Dear ${getGreetedName(recipientName)},`;

/**
 * Returns the sentences on a card. "Made a gift" suits a couple as well as one donor. The sentences are the same in the preview, in the email and on the printed card. None of them
 * mentions the amount.
 */
export const createCardSentences = (card: CardDetails): readonly string[] => {
  const { donorName, honoree, isMemorial, organizationName } = card;
  return [
    `${donorName ?? ANONYMOUS_DONOR} made a gift to ${organizationName} ${getDedication(isMemorial)} ${honoree}.`,
    isMemorial
      ? "The gift sends care packages to military families, veterans and service members. Our thoughts are with you."
      : "The gift sends care packages to military families, veterans and service members. Someone far from home will open a box because of it.",
  ];
};

/** Splits a text into lines without tabs, empty lines or surrounding spaces. */
export const splitIntoLines = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.replaceAll("\t", " ").trim())
    .filter((line) => line !== "");

/** Returns the lines of the donor's message in quotation marks, or no lines if there is no message. */
export function createQuotation(message: string): readonly string[] {
  const text = message.trim().replace(/^["“”]([\s\S]*)["“”]$/, "$1");
  const lines = splitIntoLines(text);
  return lines.map(
    (line, index) => `${index === 0 ? "“" : ""}${line}${index === lines.length - 1 ? "”" : ""}`,
  );
}

/** Returns the line below the donor's message. */
export const createGiverSignature = (donorName: string | null): string =>
  `— ${donorName ?? "from someone who gave anonymously"}`;
