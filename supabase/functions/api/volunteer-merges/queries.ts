import type { z } from "zod";
import type { Sql } from "../../_shared/clients/database.ts";
import type { volunteerMergeEndpoints } from "../../_shared/contracts/volunteer-merges.ts";

type VolunteerMerge = z.input<typeof volunteerMergeEndpoints.mergeVolunteers.output>;
type NewVolunteerMerge = z.output<typeof volunteerMergeEndpoints.mergeVolunteers.body>;
type Preview = z.input<typeof volunteerMergeEndpoints.previewVolunteerMerge.output>;

export async function listVolunteerMerges(
  sql: Sql,
  keptId: string,
): Promise<readonly VolunteerMerge[]> {
  const [row] = await sql<[{ merges: readonly VolunteerMerge[] }]>`
    select private.volunteer_merges_of(${keptId}) as merges`;
  return row.merges;
}

export async function previewVolunteerMerge(
  sql: Sql,
  { keptId, mergedId }: Pick<NewVolunteerMerge, "keptId" | "mergedId">,
): Promise<Preview> {
  const [row] = await sql<[{ preview: Preview }]>`
    select private.volunteer_merge_preview(${keptId}, ${mergedId}) as preview`;
  return row.preview;
}

export async function findVolunteerMerge(
  sql: Sql,
  id: string,
): Promise<VolunteerMerge | undefined> {
  const [row] = await sql<[{ merge: VolunteerMerge | null }]>`
    select private.volunteer_merge(${id}) as merge`;
  return row.merge ?? undefined;
}

/** Merges two volunteers and returns the merge's ID. */
export async function mergeVolunteers(sql: Sql, merge: NewVolunteerMerge): Promise<string> {
  const { keptId, mergedId, keptUpdatedAt, mergedUpdatedAt, choices } = merge;
  const [row] = await sql<[{ id: string }]>`
    select private.merge_volunteers(
      kept_id => ${keptId},
      merged_id => ${mergedId},
      kept_version => ${keptUpdatedAt}::timestamptz,
      merged_version => ${mergedUpdatedAt}::timestamptz,
      choices => ${sql.json(choices)}
    ) as id`;
  return row.id;
}

export const undoVolunteerMerge = (sql: Sql, id: string) =>
  sql`select private.undo_volunteer_merge(${id})`;

export const makeVolunteerMergePermanent = (sql: Sql, id: string) =>
  sql`select private.make_volunteer_merge_permanent(${id})`;
