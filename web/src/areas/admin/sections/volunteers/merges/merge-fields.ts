import type { z } from "zod";
import type { volunteerMergeChoices } from "#contracts/volunteer-merges.ts";
import type { VolunteerMergeSide } from "#data/volunteer-merges/mutations.ts";
import { createMergeFields, type MergeFields } from "#admin/merges/merge-questions.ts";
import { availabilityText, placeWithZip } from "../person-cells.tsx";

type MergeField = keyof z.output<typeof volunteerMergeChoices>;

const LABELS: Readonly<Record<MergeField, string>> = {
  name: "Name",
  email: "Email",
  phone: "Phone",
  location: "Location",
  availability: "Availability",
  interests: "Interests",
  emergencyContact: "Emergency contact",
  notes: "Notes",
  tags: "Tags",
};

export const emergencyContactText = (side: VolunteerMergeSide): string =>
  [side.emergencyContactName, side.emergencyContactPhone].filter(Boolean).join(", ");

const getValue = (side: VolunteerMergeSide, field: MergeField): string => {
  if (field === "tags") return side.tags.join(", ");
  if (field === "location") return placeWithZip(side);
  if (field === "emergencyContact") return emergencyContactText(side);
  if (field === "availability") {
    return side.availability === null ? "" : availabilityText(side.availability);
  }
  return side[field] ?? "";
};

const allFields = createMergeFields(LABELS, getValue);

export const volunteerMergeFields: MergeFields<VolunteerMergeSide> = {
  ...allFields,
  /** Leaves out the email if there's an account, because emails then go to the login's address. */
  listQuestions: (pair) =>
    allFields
      .listQuestions(pair)
      .filter(
        ({ name }) => name !== "email" || (pair.kept.login === null && pair.merged.login === null),
      ),
};
