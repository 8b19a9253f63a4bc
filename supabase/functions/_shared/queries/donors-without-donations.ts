import type { Fragment, Sql } from "../clients/database.ts";

/** Selects donors who were added, imported or corrected, and have no donation that counts. */
export const donorsWithoutDonations = (sql: Sql, columns: Fragment): Fragment => sql`
  select ${columns}, lower(first_name || ' ' || last_name || ' ' || coalesce(email, '')) as search_text
  from public.donors as donor
  where first_name is not null and merged_into_id is null and not exists (
    select 1 from public.donor_totals as totals
    where totals.id = donor.id and totals.is_demo = (select private.shows_demo_money())
  )`;
