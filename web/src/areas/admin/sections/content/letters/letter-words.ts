import type { ChildrenLetter } from "../../../../../data/children-letters/resource.ts";

export const nameOfLetter = ({ writer }: Pick<ChildrenLetter, "writer">): string =>
  `the letter of ${writer}`;

export const LETTER_FAILURES = {
  update: {
    title: "Error",
    fallback: "Failed to change the letter. Please try again.",
    gone: "Someone deleted this letter.",
  },
  remove: { title: "Error", fallback: "Failed to delete the letter. Please try again." },
} as const;
