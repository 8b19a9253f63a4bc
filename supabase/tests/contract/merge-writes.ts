import type { OperationName } from "../../functions/_shared/contracts/catalog.ts";
import type { MergeNoun } from "../../functions/_shared/contracts/merges.ts";
import {
  addActiveVolunteer,
  addAuditedDonor,
  addDonorMerge,
  addVolunteerMerge,
} from "./audited-rows.ts";
import type { Write } from "./donation-writes.ts";
import { sql } from "./stack.ts";

/** Merges two new records, with all fields of the one that is kept except the email. */
const mergeBody =
  (noun: MergeNoun, addRecord: () => Promise<string>, fields: readonly string[]) => async () => {
    const [keptId, mergedId] = [await addRecord(), await addRecord()];
    const rows = await sql<{ id: string; updatedAt: Date }[]>`
      select id, updated_at as "updatedAt" from ${sql(`public.${noun}s`)} where id in ${sql([keptId, mergedId])}`;
    const getVersion = (id: string) => rows.find((row) => row.id === id)!.updatedAt.toISOString();
    return {
      keptId,
      mergedId,
      keptUpdatedAt: getVersion(keptId),
      mergedUpdatedAt: getVersion(mergedId),
      choices: Object.fromEntries(
        fields.map((field) => [field, field === "email" ? "merged" : "kept"]),
      ),
    };
  };

const DONOR_FIELDS = ["name", "email", "phone", "address", "notes", "tags"];
const VOLUNTEER_FIELDS = [
  "name",
  "email",
  "phone",
  "location",
  "availability",
  "interests",
  "emergencyContact",
  "notes",
  "tags",
];

export const mergeWrites: Partial<Record<OperationName, Write>> = {
  mergeDonors: {
    body: mergeBody("donor", addAuditedDonor, DONOR_FIELDS),
    auditEntries: ["insert donor_merges", "update donors", "update donors"],
  },
  undoDonorMerge: {
    createRow: addDonorMerge,
    auditEntries: ["update donor_merges", "update donors", "update donors"],
  },
  makeDonorMergePermanent: {
    createRow: addDonorMerge,
    auditEntries: ["update donor_merges", "update donors"],
  },
  dismissDuplicate: {
    body: async () => ({ donorId: await addAuditedDonor(), otherDonorId: await addAuditedDonor() }),
    auditEntries: ["insert dismissed_duplicates"],
  },
  mergeVolunteers: {
    body: mergeBody("volunteer", addActiveVolunteer, VOLUNTEER_FIELDS),
    auditEntries: ["insert volunteer_merges", "update volunteer_accounts", "update volunteers"],
  },
  undoVolunteerMerge: {
    createRow: addVolunteerMerge,
    auditEntries: [
      "update volunteer_accounts",
      "update volunteer_merges",
      "update volunteers",
      "update volunteers",
    ],
  },
  makeVolunteerMergePermanent: {
    createRow: addVolunteerMerge,
    auditEntries: ["update volunteer_accounts", "update volunteer_merges", "update volunteers"],
  },
  dismissVolunteerDuplicate: {
    body: async () => ({
      volunteerId: await addActiveVolunteer(),
      otherVolunteerId: await addActiveVolunteer(),
    }),
    auditEntries: ["insert dismissed_volunteer_duplicates"],
  },
};
