import type { Fragment, Row, Sql } from "../../../_shared/clients/database.ts";
import type { DonorSegment, StatementWay } from "../../../_shared/contracts/choices.ts";
import type { donationEndpoints } from "../../../_shared/contracts/donations.ts";
import type { ListQueryOf, WholeListQueryOf } from "../../../_shared/contracts/list.ts";
import { selectAllDonors } from "../../../_shared/donations/queries/all-donors.ts";
import type { ListSource } from "../../../_shared/queries/list-source.ts";
import { readPage } from "../../../_shared/queries/page.ts";
import { countShown, isShownMoney } from "../../../_shared/queries/shown-money.ts";
import { openWholeList } from "../../../_shared/queries/whole-list.ts";
import { sortName } from "../../../_shared/queries/sort-name.ts";

export interface ConsolidatedDonor {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly totalAmount: string;
  readonly donationCount: number;
  readonly isRecurring: boolean;
  readonly lastDonationDate: string | null;
}

interface Period {
  readonly starts: string;
  readonly ends: string;
}

interface SegmentMoments {
  readonly monthStart: string;
  readonly yearStart: string;
  readonly lastYearStart: string;
  /** The same week in each earlier year. */
  readonly anniversaryWeeks: readonly Period[];
}

/**
 * Returns the start of this month, this year and last year, and the same week in each earlier year, all in the
 * organization's time zone. This is a separate query, because the planner can't estimate how many rows are later than a
 * timestamp that a subquery returns.
 */
async function readSegmentMoments(sql: Sql, hasAnniversaryWeeks: boolean): Promise<SegmentMoments> {
  const weeks = hasAnniversaryWeeks
    ? sql`
      (select jsonb_agg(jsonb_build_object('starts', starts, 'ends', ends)) from private.anniversary_weeks())`
    : sql`null::jsonb`;
  const [moments] = await sql<[SegmentMoments]>`
    select
      date_trunc('month', today::timestamp) at time zone zone as "monthStart",
      date_trunc('year', today::timestamp) at time zone zone as "yearStart",
      (date_trunc('year', today::timestamp) - interval '1 year') at time zone zone as "lastYearStart",
      coalesce(${weeks}, '[]') as "anniversaryWeeks"
    from (select private.today() as today, private.time_zone() as zone offset 0) as now`;
  return moments;
}

/** The `lybunt` segment (gave last year, not this year) checks only the last donation, which is never a refunded one. */
const segmentConditions = {
  lybunt: (sql, { yearStart, lastYearStart }) => sql`
    last_donation_at >= ${lastYearStart} and last_donation_at < ${yearStart}`,
  // A donor is recurring only after a charge that counts, so a monthly gift that was never paid isn't enough.
  lapsed_monthly: (sql) => sql`
    is_recurring and not exists (
      select 1 from public.subscriptions as running
      where running.donor_id = donor.id and running.is_demo = donor.is_demo
        and running.status in ('active', 'past_due', 'paused')
    )`,
  first_gift_this_month: (sql, { monthStart }) => sql`first_donation_at >= ${monthStart}`,
  anniversary_this_week: (sql, { anniversaryWeeks }) =>
    sql`(${anniversaryWeeks.reduce(
      (weeks, { starts, ends }) => sql`
      ${weeks} or first_donation_at >= ${starts} and first_donation_at < ${ends}`,
      sql`false`,
    )})`,
} satisfies Readonly<
  Record<
    Exclude<DonorSegment, "no_donations" | "no_email">,
    (sql: Sql, moments: SegmentMoments) => Fragment
  >
>;

type DonorQuery = WholeListQueryOf<typeof donationEndpoints.listConsolidatedDonors>;
type DonorSort = DonorQuery["sort"];

const createSortOrders = (sql: Sql) => ({
  totalAmount: [sql`total_amount`],
  lastDonationDate: [sql`last_donation_at`],
  lastName: [sortName(sql, sql`last_name`), sortName(sql, sql`first_name`)],
});

const hasTotal = (sql: Sql, minTotal: number | undefined): readonly Fragment[] =>
  minTotal === undefined ? [] : [sql`total_amount >= ${minTotal}`];

const selectShownDonors = (sql: Sql) => sql`
  select * from public.donor_totals where ${isShownMoney(sql)}`;

/** Selects each period separately, because its donors can then be counted by reading only the index. */
const selectDonorsInPeriods = (sql: Sql, periods: readonly Period[]) =>
  periods
    .map(
      ({ starts, ends }) => sql`
        ${selectShownDonors(sql)} and first_donation_at >= ${starts} and first_donation_at < ${ends}`,
    )
    .reduce((parts, part) => sql`${parts} union all ${part}`);

/** Selects donors with a donation that counts, and those that an administrator entered. A search finds all donors. */
const createSourceOfAllDonors = (
  sql: Sql,
  { segment, minTotal, noStatement, search }: DonorQuery,
  condition: readonly Fragment[],
) => ({
  columns: sql`
    id, first_name, last_name, email, total_amount, donation_count, is_recurring,
    nullif(last_donation_at, '-infinity') as last_donation_date`,
  // A statement is about donations that count.
  from: condition.length === 0 ? selectAllDonors(sql) : sql`(${selectShownDonors(sql)}) as donor`,
  minCount:
    segment === undefined && minTotal === undefined && condition.length === 0
      ? countShown(sql, "donor_count")
      : undefined,
  countFrom:
    segment === undefined && minTotal === undefined && noStatement !== undefined
      ? sql`(${selectDueStatements(sql, noStatement)} and ${isShownMoney(sql)}) as due`
      : undefined,
  where: [
    ...(condition.length === 0 && (search ?? "") === "" ? [sql`is_entered`] : []),
    ...(segment === "no_email" ? [sql`email is null`] : []),
    ...condition,
    ...hasTotal(sql, minTotal),
  ],
  searchedText: sql`search_text`,
  orders: createSortOrders(sql),
});

const toYearAndWay = (noStatement: string) => noStatement.split(/_(.+)/) as [string, StatementWay];

/** Selects who gave in a year, and whose statement for it was neither emailed nor printed. Triggers keep these rows. */
function selectDueStatements(sql: Sql, noStatement: string): Fragment {
  const [year, way] = toYearAndWay(noStatement);
  return sql`
    select from public.statement_years as due
    where due.year = ${Number(year)} and due.way = ${way} and due.donations > 0 and due.statements = 0`;
}

function hasNoStatement(sql: Sql, noStatement: string): Fragment {
  const [year] = toYearAndWay(noStatement);
  return sql`
    -- Skips donors who didn't give then, in whatever time zone, where the list is sorted by the last donation.
    last_donation_at >= ${`${year}-01-01`}::date - 2
    and exists (
      ${selectDueStatements(sql, noStatement)} and due.is_demo = donor.is_demo and due.donor_id = donor.id
    )`;
}

async function createDonorListSource(sql: Sql, query: DonorQuery): Promise<ListSource<DonorSort>> {
  const { segment, noStatement, minTotal } = query;
  if (segment === "no_donations") {
    return createSourceWithoutDonations(sql, minTotal !== undefined || noStatement !== undefined);
  }
  const condition = noStatement === undefined ? [] : [hasNoStatement(sql, noStatement)];
  if (segment === undefined || segment === "no_email") {
    return createSourceOfAllDonors(sql, query, condition);
  }
  const moments = await readSegmentMoments(sql, segment === "anniversary_this_week");
  const weeks = moments.anniversaryWeeks;
  return {
    columns: sql`
      id, first_name, last_name, email, total_amount, donation_count, is_recurring,
      last_donation_at as last_donation_date`,
    from: sql`(${selectShownDonors(sql)}) as donor`,
    where: [segmentConditions[segment](sql, moments), ...condition, ...hasTotal(sql, minTotal)],
    countFrom:
      weeks.length > 0 && minTotal === undefined && noStatement === undefined
        ? sql`(${selectDonorsInPeriods(sql, weeks)}) as donor`
        : undefined,
    searchedText: sql`search_text`,
    orders: createSortOrders(sql),
  };
}

/**
 * Selects the donors without donations. They are sorted by when they were added, because there is no donation to sort
 * by.
 */
const createSourceWithoutDonations = (sql: Sql, isEmpty: boolean) => ({
  columns: sql`
    id, first_name, last_name, email, '0.00' as total_amount, 0 as donation_count, false as is_recurring,
    null as last_donation_date`,
  from: sql`(
    select * from public.donors_without_donations where ${isShownMoney(sql)}
  ) as donor`,
  where: isEmpty ? [sql`false`] : [],
  searchedText: sql`search_text`,
  orders: {
    ...createSortOrders(sql),
    totalAmount: [sql`created_at`],
    lastDonationDate: [sql`created_at`],
  },
});

/** Lists one row per donor, with totals after refunds. */
export const listConsolidatedDonors = async (
  sql: Sql,
  query: ListQueryOf<typeof donationEndpoints.listConsolidatedDonors>,
) => readPage<ConsolidatedDonor>(sql, query, await createDonorListSource(sql, query));

/** Only in the export. */
const DONOR_DETAILS = ["address", "addressee", "salutation", "phone", "tags", "notes"] as const;

export type ExportedDonor = ConsolidatedDonor & Pick<Row<"donors">, (typeof DONOR_DETAILS)[number]>;

export async function openDonorList(sql: Sql, query: DonorQuery) {
  const source = await createDonorListSource(sql, query);
  const details = DONOR_DETAILS.map(
    (name) =>
      sql`, (select known.${sql(name)} from public.donors as known where known.id = donor.id) as ${sql(name)}`,
  );
  const columns = sql`${source.columns} ${details}`;
  return openWholeList<ExportedDonor>(sql, query, { ...source, columns });
}
