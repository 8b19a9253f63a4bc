import type { OperationName } from "../../functions/_shared/contracts/catalog.ts";
import { addActiveVolunteer, addVolunteerMerge } from "./audited-rows.ts";
import type { Write } from "./donation-writes.ts";
import { sql } from "./stack.ts";

const CHOICES = {
  name: "kept",
  email: "kept",
  phone: "kept",
  location: "kept",
  availability: "kept",
  interests: "kept",
  emergencyContact: "kept",
  notes: "kept",
  tags: "kept",
};

export const volunteerMergeWrites: Partial<Record<OperationName, Write>> = {
  mergeVolunteers: {
    body: async () => {
      const [keptId, mergedId] = [await addActiveVolunteer(), await addActiveVolunteer()];
      const rows = await sql<{ id: string; updatedAt: Date }[]>`
        select id, updated_at as "updatedAt" from public.volunteers where id in ${sql([keptId, mergedId])}`;
      const getVersion = (id: string) => rows.find((row) => row.id === id)!.updatedAt.toISOString();
      return {
        keptId,
        mergedId,
        keptUpdatedAt: getVersion(keptId),
        mergedUpdatedAt: getVersion(mergedId),
        choices: CHOICES,
      };
    },
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
