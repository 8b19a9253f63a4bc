import type { Fragment, Sql } from "../../_shared/clients/database.ts";
import type { DonorSegment } from "../../_shared/contracts/choices.ts";
import type { donationEndpoints } from "../../_shared/contracts/donations.ts";
import type { ListQueryOf, WholeListQueryOf } from "../../_shared/contracts/list.ts";
import { readPage, readUnpagedList } from "../../_shared/queries/page.ts";

export interface ConsolidatedDonor {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly totalAmount: string;
  readonly donationCount: number;
  readonly isRecurring: boolean;
  readonly lastDonationDate: string;
}

/** The first moment of this month or year, or of an earlier one, in the organization's time zone. */
const startOf = (sql: Sql, unit: "month" | "year", unitsAgo = 0) => sql`
  (select (date_trunc(${unit}, private.today()::timestamp) - ${unitsAgo}::integer * ('1 ' || ${unit})::interval)
    at time zone private.time_zone())`;

/** The last donation decides who gave last year and not this year, because refunded donations don't count as one. */
const segmentConditions = {
  lybunt: (sql) => sql`
    last_donation_at >= ${startOf(sql, "year", 1)} and last_donation_at < ${startOf(sql, "year")}`,
  lapsed_monthly: (sql) => sql`
    exists (
      select 1 from public.subscriptions as ended
      where ended.donor_id = donor.id and ended.is_demo = donor.is_demo and ended.status = 'cancelled'
    ) and not exists (
      select 1 from public.subscriptions as running
      where running.donor_id = donor.id and running.is_demo = donor.is_demo
        and running.status in ('active', 'past_due', 'paused')
    )`,
  first_gift_this_month: (sql) => sql`first_donation_at >= ${startOf(sql, "month")}`,
  no_email: (sql) => sql`email is null`,
  anniversary_this_week: (sql) => sql`
    first_donation_at < ${startOf(sql, "year")}
    and to_char(first_donation_at at time zone (select private.time_zone()), 'MM-DD')
      = any ((select private.days_of_this_week())::text[])`,
} satisfies Readonly<Record<DonorSegment, (sql: Sql) => Fragment>>;

type DonorQuery = WholeListQueryOf<typeof donationEndpoints.listConsolidatedDonors>;

const donorSource = (sql: Sql, { segment, minTotal }: DonorQuery) => ({
  columns: sql`
    id, first_name, last_name, email, total_amount, donation_count, is_recurring,
    last_donation_at as last_donation_date`,
  from: sql`(
    select * from public.donor_totals where is_demo = (select private.shows_demo_money())
  ) as donor`,
  where: [
    ...(segment === undefined ? [] : [segmentConditions[segment](sql)]),
    ...(minTotal === undefined ? [] : [sql`total_amount >= ${minTotal}`]),
  ],
  searchedText: sql`search_text`,
  orders: {
    totalAmount: [sql`total_amount`],
    lastDonationDate: [sql`last_donation_at`],
    lastName: [sql`lower(last_name)`, sql`lower(first_name)`],
  },
});

/** One row per donor, with what counts after refunds. */
export const listConsolidatedDonors = (
  sql: Sql,
  query: ListQueryOf<typeof donationEndpoints.listConsolidatedDonors>,
) => readPage<ConsolidatedDonor>(sql, query, donorSource(sql, query));

export const readAllDonors = (sql: Sql, query: DonorQuery) =>
  readUnpagedList<ConsolidatedDonor>(sql, query, donorSource(sql, query));
