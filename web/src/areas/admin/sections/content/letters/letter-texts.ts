import type { ChildrenLetter } from "#data/children-letters/resource.ts";

export const getLetterName = ({ writer }: Pick<ChildrenLetter, "writer">): string =>
  `the letter from ${writer}`;

export const LETTER_FAILURES = {
  update: {
    title: "Error",
    fallback: "We couldn't update the letter. Please try again.",
    goneText: "Someone deleted this letter.",
  },
  remove: { title: "Error", fallback: "We couldn't delete the letter. Please try again." },
} as const;
