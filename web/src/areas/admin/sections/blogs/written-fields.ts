import { shortMoment } from "../../../../lib/format.ts";

/** What an administrator writes of a post, in the order of its editor. */
export const WRITTEN_FIELDS = {
  title: "Title",
  content: "Content",
  imageUrl: "Picture",
  imageAlt: "Alternative text",
  publishedAt: "Publication",
  tags: "Tags",
  searchTitle: "Title in search results",
  searchDescription: "Description in search results",
  slug: "Words in the address",
} as const;

export type WrittenField = keyof typeof WRITTEN_FIELDS;
export type Written = Readonly<Partial<Record<WrittenField, unknown>>>;

export const writtenOf = (post: Written): Record<WrittenField, unknown> => {
  const names = Object.keys(WRITTEN_FIELDS) as WrittenField[];
  return Object.fromEntries(names.map((name) => [name, post[name] ?? null])) as Record<
    WrittenField,
    unknown
  >;
};

export const differingFields = (before: Written, after: Written): WrittenField[] =>
  (Object.keys(WRITTEN_FIELDS) as WrittenField[]).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );

/** A value as a person reads it. */
export const inWords = (name: WrittenField, value: unknown, timeZone: string): string => {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value !== "string") return "";
  return name === "publishedAt" && value !== "" ? shortMoment(value, timeZone) : value;
};

/** What an earlier version gives back; when it is seen is decided anew. */
export const broughtBack = (current: Written, earlier: Written): WrittenField[] =>
  differingFields(current, earlier).filter((name) => name !== "publishedAt");
