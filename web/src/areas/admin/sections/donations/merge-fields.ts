import type { z } from "zod";
import type { donorMergeChoices } from "#contracts/donor-merges.ts";
import { formatFullName } from "#rules/names.ts";
import type { DonorMergeSide } from "#data/donor-merges/mutations.ts";
import { createMergeFields } from "#admin/merges/merge-questions.ts";

type MergeField = keyof z.output<typeof donorMergeChoices>;

const LABELS: Readonly<Record<MergeField, string>> = {
  name: "Name",
  email: "Email",
  phone: "Phone",
  address: "Address",
  notes: "Notes",
  tags: "Tags",
};

export const donorMergeFields = createMergeFields(LABELS, (side: DonorMergeSide, field) => {
  if (field === "name") return formatFullName(side);
  return field === "tags" ? side.tags.join(", ") : (side[field] ?? "");
});
