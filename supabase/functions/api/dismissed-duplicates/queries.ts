import type { z } from "zod";
import type { Sql } from "../../_shared/clients/database.ts";
import type { dismissedDuplicateEndpoints } from "../../_shared/contracts/dismissed-duplicates.ts";

type PossibleDuplicates = z.input<typeof dismissedDuplicateEndpoints.listPossibleDuplicates.output>;
type Pair = z.output<typeof dismissedDuplicateEndpoints.dismissDuplicate.body>;

export async function listPossibleDuplicates(
  sql: Sql,
  maxCount: number,
): Promise<PossibleDuplicates> {
  const [row] = await sql<[{ pairs: PossibleDuplicates }]>`
    select private.possible_duplicates(${maxCount}) as pairs`;
  return row.pairs;
}

/** Returns false if one of the donors doesn't exist. */
export async function dismissDuplicate(
  sql: Sql,
  { donorId, otherDonorId }: Pair,
): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`
    select count(*) = 2 as found from public.donors where id in (${donorId}, ${otherDonorId})`;
  if (!row.found) return false;
  await sql`
    insert into public.dismissed_duplicates (first_donor_id, second_donor_id)
    values (least(${donorId}::uuid, ${otherDonorId}::uuid), greatest(${donorId}::uuid, ${otherDonorId}::uuid))
    on conflict do nothing`;
  return true;
}
