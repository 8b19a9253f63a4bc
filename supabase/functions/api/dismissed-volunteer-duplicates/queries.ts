import type { z } from "zod";
import type { Sql } from "../../_shared/clients/database.ts";
import type { dismissedVolunteerDuplicateEndpoints } from "../../_shared/contracts/dismissed-volunteer-duplicates.ts";

type Endpoints = typeof dismissedVolunteerDuplicateEndpoints;
type PossibleDuplicates = z.input<Endpoints["listPossibleVolunteerDuplicates"]["output"]>;
type Pair = z.output<Endpoints["dismissVolunteerDuplicate"]["body"]>;

export async function listPossibleVolunteerDuplicates(
  sql: Sql,
  maxCount: number,
): Promise<PossibleDuplicates> {
  const [row] = await sql<[{ pairs: PossibleDuplicates }]>`
    select private.possible_volunteer_duplicates(${maxCount}) as pairs`;
  return row.pairs;
}

/** Returns false if one of the volunteers doesn't exist. */
export async function dismissVolunteerDuplicate(
  sql: Sql,
  { volunteerId, otherVolunteerId }: Pair,
): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`
    select count(*) = 2 as found from public.volunteers where id in (${volunteerId}, ${otherVolunteerId})`;
  if (!row.found) return false;
  await sql`
    insert into public.dismissed_volunteer_duplicates (first_volunteer_id, second_volunteer_id)
    values (
      least(${volunteerId}::uuid, ${otherVolunteerId}::uuid),
      greatest(${volunteerId}::uuid, ${otherVolunteerId}::uuid)
    )
    on conflict do nothing`;
  return true;
}
