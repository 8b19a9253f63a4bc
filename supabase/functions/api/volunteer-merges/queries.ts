import type { z } from "zod";
import type { Sql } from "../../_shared/clients/database.ts";
import type { volunteerMergeEndpoints } from "../../_shared/contracts/volunteer-merges.ts";

type VolunteerMerges = z.input<typeof volunteerMergeEndpoints.listVolunteerMerges.output>;

export async function listVolunteerMerges(sql: Sql, keptId: string): Promise<VolunteerMerges> {
  const [row] = await sql<[{ merges: VolunteerMerges }]>`
    select private.volunteer_merges_of(${keptId}) as merges`;
  return row.merges;
}
