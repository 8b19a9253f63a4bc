import type { z } from "zod";
import type { Sql } from "../../_shared/clients/database.ts";
import type { mergedPair, MergeNoun, newMerge } from "../../_shared/contracts/merges.ts";

export type NewMerge = z.output<
  ReturnType<typeof newMerge<z.ZodType<Readonly<Record<string, string>>>>>
>;

export async function previewMerge<Preview>(
  sql: Sql,
  noun: MergeNoun,
  { keptId, mergedId }: z.output<typeof mergedPair>,
): Promise<Preview> {
  const [row] = await sql<[{ preview: Preview }]>`
    select private.merge_preview(${noun}, ${keptId}, ${mergedId}) as preview`;
  return row.preview;
}

export async function findMerge<Merge>(
  sql: Sql,
  noun: MergeNoun,
  id: string,
): Promise<Merge | undefined> {
  const [row] = await sql<[{ merge: Merge | null }]>`
    select private.merge_of(${noun}, ${id}) as merge`;
  return row.merge ?? undefined;
}

/** Merges two records and returns the merge's ID. */
export async function mergeRecords(sql: Sql, noun: MergeNoun, merge: NewMerge): Promise<string> {
  const { keptId, mergedId, keptUpdatedAt, mergedUpdatedAt, choices } = merge;
  const [row] = await sql<[{ id: string }]>`
    select private.merge_records(
      ${noun},
      kept_id => ${keptId},
      merged_id => ${mergedId},
      kept_version => ${keptUpdatedAt}::timestamptz,
      merged_version => ${mergedUpdatedAt}::timestamptz,
      choices => ${sql.json(choices)}
    ) as id`;
  return row.id;
}

export const undoMerge = (sql: Sql, noun: MergeNoun, id: string) =>
  sql`select private.undo_merge(${noun}, ${id})`;

export const makeMergePermanent = (sql: Sql, noun: MergeNoun, id: string) =>
  sql`select private.make_merge_permanent(${noun}, ${id})`;

export async function listDuplicates<Pairs>(
  sql: Sql,
  noun: MergeNoun,
  maxCount: number,
): Promise<Pairs> {
  const [row] = await sql<[{ pairs: Pairs }]>`
    select private.possible_duplicates(${noun}, ${maxCount}) as pairs`;
  return row.pairs;
}

const DISMISSALS = {
  donor: ["dismissed_duplicates", "first_donor_id", "second_donor_id"],
  volunteer: ["dismissed_volunteer_duplicates", "first_volunteer_id", "second_volunteer_id"],
} as const;

/** Returns false if one of the two records doesn't exist. */
export async function dismissPair(
  sql: Sql,
  noun: MergeNoun,
  [id, otherId]: readonly [string, string],
): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`
    select count(*) = 2 as found from ${sql(`public.${noun}s`)} where id in (${id}, ${otherId})`;
  if (!row.found) return false;
  const [table, first, second] = DISMISSALS[noun];
  await sql`
    insert into ${sql(`public.${table}`)} (${sql(first)}, ${sql(second)})
    values (least(${id}::uuid, ${otherId}::uuid), greatest(${id}::uuid, ${otherId}::uuid))
    on conflict do nothing`;
  return true;
}
