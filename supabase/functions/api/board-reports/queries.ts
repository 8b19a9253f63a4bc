import type { Caller } from "../../_shared/caller.ts";
import type { Sql } from "../../_shared/clients/database.ts";
import type { boardReportEndpoints } from "../../_shared/contracts/board-reports.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import { isShownMoney } from "../../_shared/queries/shown-money.ts";
import { hasArea } from "../../_shared/rules/admin-areas.ts";
import { readVolunteerReport } from "../volunteer-reports/queries.ts";

type BoardReport = Output<typeof boardReportEndpoints.readBoardReport>;
type Period = Pick<BoardReport, "from" | "to">;
type Donations = NonNullable<BoardReport["donations"]>;

/** What is entered for a day to come counts when the day has come. */
async function readPeriod(
  sql: Sql,
  year: number,
): Promise<Period & { readonly firstYear: number }> {
  const [row] = await sql<[Period & { readonly firstYear: number }]>`
    select
      make_date(${year}, 1, 1)::text as "from",
      greatest(make_date(${year}, 1, 1), least(make_date(${year}, 12, 31), private.today()))::text as "to",
      greatest(2000, extract(year from least(
        private.today(),
        (
          select min(donation.given_on) from public.donations as donation
          where private.may('giving') and donation.completed_at is not null and ${isShownMoney(sql)}
        ),
        (select min(delivery.delivered_on) from public.package_deliveries as delivery where private.may('volunteers')),
        case when private.may('volunteers') then private.first_volunteer_day() end
      )))::integer as first_year`;
  return row;
}

/** The database checks the area again, so a mistake here would leave the figures empty rather than show them. */
async function readDonations(sql: Sql, { from, to }: Period): Promise<Donations> {
  const rows = await sql<
    (Donations["sources"][number] & { readonly donorCount: number; readonly isTotal: boolean })[]
  >`
    select
      coalesce(method, 'other') as method, grouping(method) = 1 as is_total,
      coalesce(sum(amount - adjusted_amount), 0) as total, count(*)::integer as donation_count,
      count(distinct donor_id)::integer as donor_count
    from public.donations
    where (select private.may('giving')) and completed_at is not null and amount > adjusted_amount
      and ${isShownMoney(sql)} and given_on between ${from}::date and ${to}::date
    group by grouping sets ((method), ())
    order by is_total desc, total desc, method`;
  const [sum, ...sources] = rows;
  return {
    total: sum?.total ?? 0,
    donationCount: sum?.donationCount ?? 0,
    donorCount: sum?.donorCount ?? 0,
    sources,
  };
}

async function readDeliveries(sql: Sql, { from, to }: Period) {
  const [row] = await sql<[NonNullable<BoardReport["deliveries"]>]>`
    select
      coalesce(sum(packages), 0)::integer as packages, coalesce(sum(families), 0)::integer as families,
      count(*)::integer as delivery_count
    from public.package_deliveries
    where (select private.may('volunteers')) and delivered_on between ${from}::date and ${to}::date`;
  return row;
}

/** Reads a year's figures in the administrator's areas. */
export async function readBoardReport(
  sql: Sql,
  caller: Caller,
  year: number,
): Promise<BoardReport> {
  const areas = caller.kind === "admin" ? caller.areas : [];
  const { firstYear, ...period } = await readPeriod(sql, year);
  const [donations, volunteers, deliveries] = await Promise.all([
    hasArea(areas, "giving") ? readDonations(sql, period) : null,
    hasArea(areas, "volunteers") ? readVolunteerReport(sql, period) : null,
    hasArea(areas, "volunteers") ? readDeliveries(sql, period) : null,
  ]);
  return {
    ...period,
    firstYear,
    donations,
    volunteers: volunteers && volunteers.total,
    deliveries,
  };
}
