import { expect, test } from "vitest";
import {
  addAdmin,
  buildJwtClaims,
  withRollback,
  type Person,
  type Transaction,
} from "./connection.ts";

/** Runs as the server for an administrator, as the overview does. */
const setClaims = (tx: Transaction, person: Person) =>
  tx`select set_config('request.jwt.claims', ${buildJwtClaims(person)}, true)`;

interface Figures {
  readonly thisMonth: number;
  readonly lastMonth: number;
  readonly lastMonthSoFar: number;
}

interface Overview {
  readonly monthName: string;
  readonly lastMonthName: string;
  readonly daysCompared: number;
  readonly gifts: Figures;
  readonly newVolunteers: Figures;
  readonly setup: object;
}

const figures = (thisMonth: number, lastMonth: number, lastMonthSoFar: number): Figures => ({
  thisMonth,
  lastMonth,
  lastMonthSoFar,
});

/**
 * Each case adds a donation of one dollar for each day, and volunteers in the last second of last month and the first
 * second of this month.
 */
test.for([
  ["2027-04-01T04:59:59Z", "2027-03-01T06:00Z", "March", "February", 28, figures(31, 28, 28)],
  ["2027-04-01T05:00:00Z", "2027-04-01T05:00Z", "April", "March", 1, figures(1, 31, 1)],
  ["2027-03-01T06:00:00Z", "2027-03-01T06:00Z", "March", "February", 1, figures(1, 28, 1)],
  ["2027-03-28T17:00:00Z", "2027-03-01T06:00Z", "March", "February", 28, figures(28, 28, 28)],
  ["2027-01-01T05:59:59Z", "2026-12-01T06:00Z", "December", "November", 30, figures(31, 30, 30)],
  ["2027-01-01T06:00:00Z", "2027-01-01T06:00Z", "January", "December", 1, figures(1, 31, 1)],
] as const)(
  "AOVER-09: at %s, the overview compares the month that began at %s with as many days of the previous one",
  async ([moment, monthStart, monthName, lastMonthName, daysCompared, donations]) => {
    await withRollback(async (tx) => {
      await setClaims(tx, await addAdmin(tx));
      await tx`delete from public.donation_day_totals`;
      await tx`
        insert into public.donation_day_totals (is_demo, day, total_amount, donation_count)
        select private.shows_demo_money(), day::date, 1, 1
        from generate_series('2026-10-01'::timestamp, ${moment}::timestamptz at time zone 'America/Chicago', '1 day')
          as day`;
      await tx`update public.volunteers set is_active = false`;
      await tx`
        insert into public.volunteers (name, email, created_at)
        values
          ('Last Month', 'last@example.org', ${monthStart}::timestamptz - interval '1 second'),
          ('This Month', 'this@example.org', ${monthStart})`;
      const [row] = await tx<[{ overview: Overview }]>`
        select private.overview(${moment}) as overview`;
      const isWholeMonth = donations.lastMonthSoFar === donations.lastMonth;
      expect(row.overview).toMatchObject({
        monthName,
        lastMonthName,
        daysCompared,
        gifts: donations,
        newVolunteers: figures(1, 1, isWholeMonth ? 1 : 0),
      });
    });
  },
);

test("on a site without any content, no setup step is done", async () => {
  await withRollback(async (tx) => {
    await setClaims(tx, await addAdmin(tx));
    await tx`delete from public.contact_info`;
    await tx`delete from public.volunteer_event_registrations`;
    await tx`delete from public.events`;
    await tx`delete from public.settings`;
    await tx`insert into public.settings default values`;
    const [row] = await tx<[{ overview: Overview }]>`select private.overview() as overview`;
    expect(row.overview.setup).toEqual({
      hasContactInfo: false,
      hasTaxId: false,
      isTimeZoneConfirmed: false,
      isGivingConfirmed: false,
      hasEvent: false,
    });
  });
});

test.each([
  ["giving", ["gifts", "packages", "donors"]],
  ["volunteers", ["newVolunteers", "volunteerHours", "attendance", "places", "completedEvents"]],
  ["settings", ["setup"]],
  ["content", []],
] as const)(
  "an administrator of the area %s gets only that area's figures",
  async (area, ownFigures) => {
    const overview = await withRollback(async (tx) => {
      await setClaims(tx, await addAdmin(tx, { areas: [area] }));
      const [row] = await tx<[{ overview: Overview }]>`select private.overview() as overview`;
      return row.overview;
    });
    const commonFields = ["monthName", "lastMonthName", "daysCompared", "isGoalSet", "monthlyGoal"];
    const shownFigures = Object.entries(overview).flatMap(([name, value]) =>
      value === null ? [] : [name],
    );
    expect(shownFigures.toSorted()).toEqual([...commonFields, ...ownFigures].toSorted());
  },
);
