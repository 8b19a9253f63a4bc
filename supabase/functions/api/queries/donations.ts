import type { DONATION_STATUSES } from "../../_shared/contracts/limits.ts";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import { likePattern, toPage } from "../../_shared/queries/page.ts";

type AdminDonation = Pick<
  Row<"donations">,
  "id" | "firstName" | "lastName" | "email" | "amount" | "isRecurring" | "isDemo" | "createdAt"
> & { status: (typeof DONATION_STATUSES)[number] };

interface RecentDonor {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly amount: number;
  readonly createdAt: string;
}

/** First name, last initial, amount and day of the latest gifts that count. */
export async function listRecentDonors(sql: Sql, limit: number): Promise<readonly RecentDonor[]> {
  const [row] = await sql<
    [{ donors: RecentDonor[] }]
  >`select private.recent_donors(${limit}) as donors`;
  return row.donors;
}

/** The latest gifts that count, with their donors. */
export function listRecentDonations(sql: Sql, limit: number) {
  return sql<AdminDonation[]>`
    select id, first_name, last_name, email, amount, is_recurring, is_demo, status,
      completed_at as created_at
    from public.donations
    where completed_at is not null and is_demo = (select private.shows_demo_money())
    order by completed_at desc, id desc
    limit ${limit}`;
}

const orders = {
  createdAt: (sql: Sql) => sql`created_at, id`,
  "-createdAt": (sql: Sql) => sql`created_at desc, id desc`,
  amount: (sql: Sql) => sql`amount, id`,
  "-amount": (sql: Sql) => sql`amount desc, id desc`,
  lastName: (sql: Sql) => sql`lower(last_name), lower(first_name), id`,
  "-lastName": (sql: Sql) => sql`lower(last_name) desc, lower(first_name) desc, id desc`,
};

export interface DonationFilter {
  readonly limit: number;
  readonly offset: number;
  readonly search?: string | undefined;
  readonly sort: keyof typeof orders;
}

/** Every gift whatever its status, demo ones among them and marked. */
export async function listDonations(
  sql: Sql,
  { limit, offset, search = "", sort }: DonationFilter,
) {
  const matching =
    search === ""
      ? sql``
      : sql`where (first_name || ' ' || last_name || ' ' || email) ilike ${likePattern(search)}`;
  const rows = await sql<(AdminDonation & { total: string })[]>`
    select id, first_name, last_name, email, amount, is_recurring, is_demo, status, created_at,
      count(*) over () as total
    from public.donations
    ${matching}
    order by ${orders[sort](sql)}
    limit ${limit} offset ${offset}`;
  return toPage(rows, offset);
}

export interface DonationTotals {
  readonly totalAmount: number;
  readonly donorCount: number;
  readonly donationCount: number;
  readonly averageDonation: number;
  /** Gifts of the last 30 days. */
  readonly recentDonationCount: number;
}

export async function readDonationTotals(sql: Sql): Promise<DonationTotals> {
  const [row] = await sql<
    [{ totals: DonationTotals }]
  >`select private.donation_site_totals() as totals`;
  return row.totals;
}

const donorOrders = {
  "-totalAmount": "total",
  "-lastDonationDate": "recent",
  lastName: "name",
} as const;

/** One row per donor, addresses compared without case. */
export function listDonors(
  sql: Sql,
  filter: {
    readonly limit: number;
    readonly offset: number;
    readonly search?: string | undefined;
    readonly sort: keyof typeof donorOrders;
  },
) {
  return sql<
    {
      firstName: string;
      lastName: string;
      email: string;
      totalAmount: string;
      donationCount: number;
      isRecurring: boolean;
      lastDonationDate: string;
    }[]
  >`
    select first_name, last_name, email, total_amount, donation_count, is_recurring,
      last_donation_at as last_donation_date
    from private.consolidated_donors(
      ${filter.limit}, ${filter.offset}, ${filter.search ?? null}, ${donorOrders[filter.sort]}
    )`;
}

interface DonationTrend {
  readonly month: string;
  readonly monthName: string;
  readonly total: number;
}

/** Months in the organisation's time zone, empty ones as 0, oldest first. */
export async function listDonationTrends(sql: Sql): Promise<readonly DonationTrend[]> {
  const [row] = await sql<
    [{ trends: DonationTrend[] }]
  >`select private.donation_trends() as trends`;
  return row.trends;
}
