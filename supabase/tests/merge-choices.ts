import type { MergeNoun } from "../functions/_shared/contracts/merges.ts";

export type MergeChoices = Readonly<Record<string, string>>;

/** Keeps the details of the record that stays, and the notes and tags of both. */
export const KEPT_CHOICES: Readonly<Record<MergeNoun, MergeChoices>> = {
  donor: {
    name: "kept",
    email: "kept",
    phone: "kept",
    address: "kept",
    notes: "both",
    tags: "both",
  },
  volunteer: {
    name: "kept",
    email: "kept",
    phone: "kept",
    location: "kept",
    availability: "kept",
    interests: "kept",
    emergencyContact: "kept",
    notes: "both",
    tags: "both",
  },
};
