import type { Fragment, Sql } from "../../clients/database.ts";
import { isShownMoney } from "../../queries/shown-money.ts";

/**
 * Selects the donors with and without donations that count. The condition is outside the union, because Postgres reads a
 * union in index order only if its parts have no conditions.
 */
export const selectAllDonors = (sql: Sql): Fragment => sql`(
  select * from (
    select is_demo, id, first_name, last_name, email, search_text, total_amount, donation_count, is_recurring,
      last_donation_at, true as is_entered
    from public.donor_totals
    union all
    select is_demo, id, first_name, last_name, email, search_text, total_amount, 0, false, last_donation_at, is_entered
    from public.donors_without_donations
  ) as known
  where ${isShownMoney(sql)}
) as donor`;
