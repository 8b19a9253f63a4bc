import type { z } from "zod";
import type { donorMergeChoices } from "#contracts/donor-merges.ts";
import { fullName } from "#rules/names.ts";
import type { DonorMergePreview, DonorMergeSide } from "#data/donor-merges/queries.ts";

export type MergeChoices = z.output<typeof donorMergeChoices>;
type MergeField = keyof MergeChoices;

export const MERGE_LABELS: Readonly<Record<MergeField, string>> = {
  name: "Name",
  email: "Email",
  phone: "Phone",
  address: "Address",
  notes: "Notes",
  tags: "Tags",
};
const FIELDS = Object.keys(MERGE_LABELS) as readonly MergeField[];

/** Longer values are cut in a list of choices. */
const VALUE_LENGTH = 80;

const valueOf = (side: DonorMergeSide, field: MergeField): string => {
  if (field === "name") return fullName(side);
  return field === "tags" ? side.tags.join(", ") : (side[field] ?? "");
};

export const shortValue = (value: string): string => {
  const line = value.replaceAll(/\s+/g, " ").trim();
  return line.length > VALUE_LENGTH ? `${line.slice(0, VALUE_LENGTH - 1)}…` : line;
};

export interface MergeQuestion {
  readonly name: MergeField;
  readonly options: Readonly<Record<string, string>>;
}

const canBeJoined = (field: MergeField) => field === "notes" || field === "tags";

/** Returns the fields in which both donors have a value, and not the same. */
export const mergeQuestions = ({ kept, merged }: DonorMergePreview): readonly MergeQuestion[] =>
  FIELDS.flatMap((name) => {
    const [keptValue, mergedValue] = [valueOf(kept, name), valueOf(merged, name)];
    if (!keptValue || !mergedValue || keptValue === mergedValue) return [];
    const options = { kept: shortValue(keptValue), merged: shortValue(mergedValue) };
    return [{ name, options: canBeJoined(name) ? { both: "Both", ...options } : options }];
  });

/** Keeps the first donor's values, fills in what that donor lacks, and joins notes and tags. */
export const initialChoices = ({ kept, merged }: DonorMergePreview): MergeChoices =>
  Object.fromEntries(
    FIELDS.map((field) => {
      if (canBeJoined(field)) return [field, "both"];
      return [field, !valueOf(kept, field) && valueOf(merged, field) ? "merged" : "kept"];
    }),
  ) as MergeChoices;
