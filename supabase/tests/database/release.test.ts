import { describe, expect, test } from "vitest";
import {
  isMilitaryMail,
  mentionsMilitaryMail,
} from "../../functions/_shared/rules/named-places.ts";
import {
  getDueMonth,
  createNextStep,
  type ReleaseStep,
} from "../../functions/_shared/rules/release.ts";
import { ORDINARY_ADDRESSES, DEPLOYED_PLACES } from "../places.ts";
import { firstSeed, getRoundCount } from "../random.ts";
import {
  getPublicFigures,
  createRandomHistory,
  type EnteredDelivery,
} from "../release-histories.ts";
import { connect, catchSqlState, withRollback, sql, type Transaction } from "./connection.ts";

const BATCH_SIZE = 50;
const HISTORY_COUNT = getRoundCount(BATCH_SIZE);

/**
 * Creates a function that replays some histories and returns the public figures after each step. It runs inside the
 * database, because a round trip per step would take minutes.
 */
const REPLAY_FUNCTION_SQL = `
  create function pg_temp.replay(histories jsonb) returns jsonb[] language plpgsql as $$
  declare
    history jsonb;
    step jsonb;
    figures_by_step jsonb[] := '{}';
  begin
    for history in select * from jsonb_array_elements(histories) loop
      truncate public.release_steps cascade;
      for step in select * from jsonb_array_elements(history) loop
        truncate public.package_deliveries;
        insert into public.package_deliveries (
          delivered_on, region, military_branch, program, packages, families, veterans, city, state, latitude, longitude
        )
        select "deliveredOn", region, branch, program, packages, families, veterans,
          case when region is null then 'Killeen' else 'Camp Zyx' end, case when region is null then 'TX' else 'AE' end,
          case when region is null then 31.1 end, case when region is null then -97.7 end
        from jsonb_to_recordset(step -> 'deliveries') as (
          "deliveredOn" date, region text, branch text, program text, packages integer, families integer,
          veterans integer
        );
        perform private.release_deliveries(((step ->> 'month') || '-01')::date);
        figures_by_step := figures_by_step || (private.impact_stats() || private.delivery_counts());
      end loop;
    end loop;
    return figures_by_step;
  end
  $$`;

interface PublicFigures {
  packagesDelivered: number;
  familiesHelped: number;
  veteransServed: number;
  deliveriesSince: string | null;
  branchCounts: { branch: string; packages: number; families: number }[];
  programCounts: { program: string; packages: number; families: number }[];
  mapPoints: { city: string | null; region: string | null; packages: number; families: number }[];
}

const toSortedObject = (rows: readonly (readonly [string, number])[]) =>
  Object.fromEntries([...rows].sort(([a], [b]) => (a < b ? -1 : 1)));

const toComparableFigures = (figures: PublicFigures) => ({
  packages: figures.packagesDelivered,
  families: figures.familiesHelped,
  veterans: figures.veteransServed,
  since: figures.deliveriesSince,
  region: toSortedObject(
    figures.mapPoints.map(({ city, region, packages }) => [region ?? city ?? "", packages]),
  ),
  branch: toSortedObject(figures.branchCounts.map(({ branch, packages }) => [branch, packages])),
  program: toSortedObject(
    figures.programCounts.map(({ program, packages }) => [program, packages]),
  ),
  familiesByRegion: toSortedObject(
    figures.mapPoints.map(({ city, region, families }) => [region ?? city ?? "", families]),
  ),
  familiesByBranch: toSortedObject(
    figures.branchCounts.map(({ branch, families }) => [branch, families]),
  ),
  familiesByProgram: toSortedObject(
    figures.programCounts.map(({ program, families }) => [program, families]),
  ),
});

/** Returns the figures that the rule publishes, plus deliveries within the United States, which are public immediately. */
function computeExpectedFigures(step: ReleaseStep, deliveries: readonly EnteredDelivery[]): object {
  const militaryFigures = getPublicFigures(step);
  const statesideDeliveries = deliveries.filter(({ region }) => region === null);
  const addMeasure = (measure: "packages" | "families", figures: object, nameOf: NameOf) => {
    const sums = new Map<string, number>(Object.entries(figures));
    for (const delivery of statesideDeliveries) {
      sums.set(nameOf(delivery), (sums.get(nameOf(delivery)) ?? 0) + delivery[measure]);
    }
    return toSortedObject([...sums]);
  };
  const months = [
    step.since,
    ...statesideDeliveries.map(({ deliveredOn }) => deliveredOn.slice(0, 7)),
  ];
  const sum = (measure: "packages" | "families" | "veterans") =>
    statesideDeliveries.reduce((total, value) => total + value[measure], militaryFigures[measure]);
  return {
    packages: sum("packages"),
    families: sum("families"),
    veterans: sum("veterans"),
    since: months.filter((month) => month !== null).sort()[0] ?? null,
    region: addMeasure("packages", militaryFigures.region, () => "Killeen"),
    branch: addMeasure("packages", militaryFigures.branch, ({ branch }) => branch),
    program: addMeasure("packages", militaryFigures.program, ({ program }) => program),
    familiesByRegion: addMeasure("families", militaryFigures.familiesByRegion, () => "Killeen"),
    familiesByBranch: addMeasure(
      "families",
      militaryFigures.familiesByBranch,
      ({ branch }) => branch,
    ),
    familiesByProgram: addMeasure(
      "families",
      militaryFigures.familiesByProgram,
      ({ program }) => program,
    ),
  };
}
type NameOf = (delivery: EnteredDelivery) => string;

async function clearDeliveries(tx: Transaction): Promise<void> {
  await tx`alter table public.package_deliveries disable trigger user`;
  await tx`alter table public.release_steps disable trigger user`;
  await tx`alter table public.impact_stats disable trigger user`;
  await tx`truncate public.package_deliveries`;
  await tx`truncate public.release_steps cascade`;
  await tx`
    update public.impact_stats
    set packages_delivered = 0, families_helped = 0, veterans_served = 0, last_updated = '2020-01-01'`;
}

describe("threat 51: the release of military deliveries", () => {
  test("the database publishes the figures that the rule gives after each step of random histories", async () => {
    await withRollback(async (tx) => {
      await clearDeliveries(tx);
      await tx.unsafe(REPLAY_FUNCTION_SQL);
      let namedRegionCount = 0;
      for (
        let batchSeed = firstSeed;
        batchSeed < firstSeed + HISTORY_COUNT;
        batchSeed += BATCH_SIZE
      ) {
        const histories = Array.from({ length: BATCH_SIZE }, (_, index) =>
          createRandomHistory(batchSeed + index),
        );
        const [row] = await tx<{ publishedFigures: PublicFigures[] }[]>`
          select pg_temp.replay(${tx.json(histories as never)}) as "publishedFigures"`;
        const publishedFigures = row?.publishedFigures ?? [];
        const expected = histories.flatMap((history) => {
          let step: ReleaseStep | null = null;
          return history.map(({ month, deliveries }) => {
            step = createNextStep(step, deliveries, month);
            return computeExpectedFigures(step, deliveries);
          });
        });
        expect(publishedFigures.map(toComparableFigures)).toEqual(expected);
        expect(/Zyx|"AE"/.exec(JSON.stringify(publishedFigures))).toBeNull();
        namedRegionCount += publishedFigures
          .flatMap(({ mapPoints }) => mapPoints)
          .filter(({ region }) => region).length;
      }
      expect(namedRegionCount).toBeGreaterThan(HISTORY_COUNT);
    });
  }, 300_000);

  const readHome = (tx: Transaction) => tx<[{ home: object; stats: { lastUpdated: string } }]>`
    select private.home() as home, private.impact_stats() as stats`;
  const addDelivery = (tx: Transaction, day: string, packages: number) => tx`
    insert into public.package_deliveries (delivered_on, military_branch, program, city, state, region, packages)
    values (${day}, 'Army', 'Veterans', 'APO', 'AE', 'Africa', ${packages})`;

  test("entries, corrections and deletions don't change any public response before the next step", async () => {
    await withRollback(async (tx) => {
      const homeBefore = JSON.stringify(await readHome(tx));
      await addDelivery(tx, "2026-01-05", 4000);
      await tx`update public.package_deliveries set packages = packages + 500 where region is not null`;
      await tx`delete from public.package_deliveries where region = 'Europe'`;
      const [row] = await tx`select private.release_deliveries() as released`;
      expect(row?.released).toBe(false);
      expect(JSON.stringify(await readHome(tx))).toBe(homeBefore);
    });
  });

  test("each month is decided once, even if it isn't released, and lastUpdated is the month in which the release was due", async () => {
    await withRollback(async (tx) => {
      await clearDeliveries(tx);
      const release = async (month: string) =>
        (await tx`select private.release_deliveries(${month}) as released`)[0]?.released as boolean;
      await addDelivery(tx, "2026-01-05", 12);
      expect(await release("2026-01-01")).toBe(false);
      await addDelivery(tx, "2026-01-06", 12);
      expect([await release("2026-01-01"), await release("2025-12-01")]).toEqual([false, false]);
      const [figuresBefore] = await readHome(tx);
      expect(figuresBefore.home).toMatchObject({ mapPoints: [], deliveriesSince: null });
      expect(await release("2026-02-01")).toBe(true);
      const [figuresAfter] = await readHome(tx);
      expect(figuresAfter.home).toMatchObject({
        mapPoints: [{ region: "Africa", packages: 24, city: null }],
        deliveriesSince: "2026-01",
      });
      expect(figuresAfter.stats.lastUpdated).toBe("2026-03");
    });
  });

  test("on each day of four years, the database agrees with the rule that a month's figures are due on the 15th of the following month", async () => {
    const days = await sql<{ day: string; month: string }[]>`
      select day::date::text as day, to_char(private.due_month(day::date), 'YYYY-MM') as month
      from generate_series('2026-01-01'::timestamp, '2029-12-31', '1 day') as day`;
    expect(days.filter(({ day, month }) => getDueMonth(day) !== month)).toEqual([]);
    const dueMonthByDay = new Map(days.map(({ day, month }) => [day, month]));
    expect(
      ["2026-12-14", "2026-12-15", "2027-01-14", "2027-01-15"].map((day) => dueMonthByDay.get(day)),
    ).toEqual(["2026-10", "2026-11", "2026-11", "2026-12"]);
  });

  test("no month is released before it is due in the organization's time zone", async () => {
    await withRollback(async (tx) => {
      const [due] = await tx<[{ month: string; today: string; nextMonth: string }]>`
        select to_char(private.due_month(), 'YYYY-MM') as month, private.today()::text as today,
          (private.due_month() + interval '1 month')::date::text as "nextMonth"`;
      expect(due.month).toBe(getDueMonth(due.today));
      const earlyRelease = tx.savepoint(
        (savepoint) => savepoint`select private.release_deliveries(${due.nextMonth})`,
      );
      expect(await catchSqlState(earlyRelease)).toBe("P0001");
    });
  });

  test("two simultaneous runs decide a month once", async () => {
    await sql`delete from public.release_steps where month = (select private.due_month())`;
    const connections = [connect(), connect()];
    try {
      const runs = connections.map((connection) =>
        connection.begin(async (tx) => {
          const [row] = await tx`select private.release_deliveries() as released`;
          await tx`select pg_sleep(0.2)`;
          return row?.released as boolean;
        }),
      );
      expect((await Promise.all(runs)).filter(Boolean)).toEqual([true]);
      const [steps] = await sql`
        select count(*)::int as count from public.release_steps where month = (select private.due_month())`;
      expect(steps?.count).toBe(1);
    } finally {
      await Promise.all(connections.map((connection) => connection.end()));
    }
  });

  test("entering a military delivery doesn't rebuild any page, but its release does", async () => {
    await withRollback(async (tx) => {
      const countChanges = async () => {
        await tx`set constraints all immediate`;
        await tx`set constraints all deferred`;
        const [row] =
          await tx`update public.site_builds set changed_in = null returning changes::int as changes`;
        return row?.changes as number;
      };
      const changesBefore = await countChanges();
      await addDelivery(tx, "2026-01-05", 400);
      await tx`update public.package_deliveries set packages = packages + 1 where region is not null`;
      await tx`delete from public.package_deliveries where region = 'Africa'`;
      expect(await countChanges()).toBe(changesBefore);
      await tx`update public.package_deliveries set packages = packages + 1 where region is null`;
      expect(await countChanges()).toBe(changesBefore + 1);
      await tx`delete from public.release_steps where month = (select private.due_month())`;
      await addDelivery(tx, "2026-01-05", 400);
      await tx`select private.release_deliveries()`;
      expect(await countChanges()).toBe(changesBefore + 2);
    });
  });

  test("coordinates outside the states and territories are rejected, and administrators can't set any directly", async () => {
    const insertAt = (latitude: number, longitude: number) =>
      catchSqlState(
        withRollback(
          (tx) => tx`
            insert into public.package_deliveries (
              delivered_on, military_branch, program, city, state, packages, latitude, longitude
            ) values ('2026-01-05', 'Army', 'Veterans', 'Waco', 'TX', 5, ${latitude}, ${longitude})`,
        ),
      );
    const pointsInside = [
      [31.5, -97.1],
      [21.3, -157.8],
      [64.8, -147.7],
      [52.8, 173.1],
      [18.4, -66.1],
      [13.4, 144.7],
      [-14.3, -170.7],
    ] as const;
    const pointsOutside = [
      [25.1, 51.3],
      [49.44, 7.6],
      [26.3, 127.7],
      [19.28, 166.64],
      [7.5, 134.5],
      [8.97, -79.55],
      [-7.3, 72.4],
    ] as const;
    for (const [latitude, longitude] of pointsInside)
      expect(await insertAt(latitude, longitude)).toBeUndefined();
    for (const [latitude, longitude] of pointsOutside)
      expect(await insertAt(latitude, longitude)).toBe("23514");
    const [privileges] = await sql`
      select has_column_privilege('authenticated', 'public.package_deliveries', 'latitude', 'insert')
        or has_column_privilege('authenticated', 'public.package_deliveries', 'longitude', 'update') as "canWrite"`;
    expect(privileges?.canWrite).toBe(false);
  });
});

test("threat 52: the database and the rule call the same places military mail", async () => {
  const samples = {
    cities: [
      ...DEPLOYED_PLACES,
      ...ORDINARY_ADDRESSES,
      "Apopka",
      "Fort Worth",
      "Napo",
      "",
      "AE",
      "tx",
    ],
    zips: [
      "09012",
      "08999",
      "09899",
      "09900",
      "34000",
      "34100",
      "96200",
      "96199",
      "96699",
      "96700",
      "",
      "９６２０１",
    ],
    states: ["AE", " ap ", "A.P.", "TX", "Armed Forces Pacific", "aaa", "ＡＥ", ""],
  };
  const pick = (list: readonly string[], index: number) => list[index % list.length] ?? "";
  let mailCount = 0;
  for (let round = 0; round < 500; round++) {
    const address = {
      city: `${pick(["", "Camp ", "(", "_"], round)}${pick(samples.cities, round)}${pick(["", " Testonia"], round)}`,
      state: pick(samples.states, round * 3),
      zipCode: pick(samples.zips, round * 5),
    };
    const text = `${pick(["", "12 Main Street, "], round)}${address.city}, ${address.state} ${address.zipCode}`;
    const [row] = await sql<{ isMilitaryMail: boolean; mentionsMilitaryMail: boolean }[]>`
      select private.is_military_mail(${address.city}, ${address.state}, ${address.zipCode}) as "isMilitaryMail",
        private.mentions_military_mail(${text}) as "mentionsMilitaryMail"`;
    expect({ ...row, text }).toEqual({
      isMilitaryMail: isMilitaryMail(address),
      mentionsMilitaryMail: mentionsMilitaryMail(text),
      text,
    });
    if (row?.isMilitaryMail) mailCount++;
  }
  expect(mailCount).toBeGreaterThan(100);
});
