import type { z } from "zod";
import type { Sql } from "../../_shared/clients/database.ts";
import type { donorMergeEndpoints } from "../../_shared/contracts/donor-merges.ts";

type DonorMerge = z.input<typeof donorMergeEndpoints.mergeDonors.output>;
type NewDonorMerge = z.output<typeof donorMergeEndpoints.mergeDonors.body>;
type Preview = z.input<typeof donorMergeEndpoints.previewDonorMerge.output>;

export async function previewDonorMerge(
  sql: Sql,
  { keptId, mergedId }: Pick<NewDonorMerge, "keptId" | "mergedId">,
): Promise<Preview> {
  const [row] = await sql<[{ preview: Preview }]>`
    select private.donor_merge_preview(${keptId}, ${mergedId}) as preview`;
  return row.preview;
}

export async function findDonorMerge(sql: Sql, id: string): Promise<DonorMerge | undefined> {
  const [row] = await sql<
    [{ merge: DonorMerge | null }]
  >`select private.donor_merge(${id}) as merge`;
  return row.merge ?? undefined;
}

/** Merges two donors and returns the merge's ID. */
export async function mergeDonors(sql: Sql, merge: NewDonorMerge): Promise<string> {
  const { keptId, mergedId, keptUpdatedAt, mergedUpdatedAt, choices } = merge;
  const [row] = await sql<[{ id: string }]>`
    select private.merge_donors(
      kept_id => ${keptId},
      merged_id => ${mergedId},
      kept_version => ${keptUpdatedAt}::timestamptz,
      merged_version => ${mergedUpdatedAt}::timestamptz,
      choices => ${sql.json(choices)}
    ) as id`;
  return row.id;
}

export const undoDonorMerge = (sql: Sql, id: string) => sql`select private.undo_donor_merge(${id})`;

export const makeDonorMergePermanent = (sql: Sql, id: string) =>
  sql`select private.make_donor_merge_permanent(${id})`;
