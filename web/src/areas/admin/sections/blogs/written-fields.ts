import { isSame } from "../../../../kit/written-words.ts";

/** The fields an administrator writes, in the editor's order. */
export const WRITTEN_FIELDS = {
  title: "Title",
  content: "Content",
  imageUrl: "Picture",
  imageAlt: "Alt text",
  publishedAt: "Publication date",
  tags: "Tags",
  searchTitle: "Title in search results",
  searchDescription: "Description in search results",
  slug: "URL",
} as const;

type WrittenField = keyof typeof WRITTEN_FIELDS;
export type Written = Readonly<Partial<Record<WrittenField, unknown>>>;

const NAMES = Object.keys(WRITTEN_FIELDS) as WrittenField[];

export const writtenOf = (post: Written): Record<WrittenField, unknown> =>
  Object.fromEntries(NAMES.map((name) => [name, post[name] ?? null])) as Record<
    WrittenField,
    unknown
  >;

/** Returns the fields that restoring a version changes. The publication date is never restored. */
export const broughtBack = (current: Written, earlier: Written): WrittenField[] =>
  NAMES.filter((name) => name !== "publishedAt" && !isSame(current[name], earlier[name]));
