import type { z } from "zod";
import { draftFields } from "#contracts/blog-post-drafts.ts";
import type { BlogPostDraft } from "#data/blog-post-drafts/mutations.ts";
import { isEqual } from "#kit/forms/format-stored-value.ts";
import { EMPTY_POST } from "./post-fields.ts";

export type DraftValues = {
  readonly [Name in keyof typeof draftFields]: z.output<(typeof draftFields)[Name]>;
};

export const DRAFT_FIELDS = Object.keys(draftFields) as (keyof DraftValues)[];

/**
 * Returns the form's values that a draft stores. If a draft can't store a value, such as an incomplete date, the value
 * from `fallback` is used instead.
 */
export const draftValues = (
  values: Readonly<Record<string, unknown>>,
  fallback: DraftValues = EMPTY_POST,
): DraftValues =>
  Object.fromEntries(
    DRAFT_FIELDS.map((name) => {
      const result = draftFields[name].safeParse(values[name]);
      return [name, result.success ? result.data : fallback[name]];
    }),
  ) as DraftValues;

/** Returns the form values that the draft changes, and the post version that the draft is based on. */
export const getDraftChanges = (
  draft: BlogPostDraft,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(
    DRAFT_FIELDS.filter((name) => !isEqual(draft[name], values[name])).map((name) => [
      name,
      draft[name],
    ]),
  ),
  ...(draft.postVersion !== null && { version: draft.postVersion }),
});
