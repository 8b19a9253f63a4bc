import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { firstSeed, rounds } from "../random.ts";
import { connect, rolledBack, sql, type Transaction } from "./connection.ts";
import { playEvents } from "./donation-events.ts";

const differences = (tx: Transaction | typeof sql) =>
  tx`select * from private.donation_totals_differences()`;

describe("threat 21: the totals match the donations", () => {
  test("in the demo content", async () => {
    expect([...(await differences(sql))]).toEqual([]);
  });

  test("after random events, including refunds and disputes", async () => {
    // Commits in parts, because one long transaction would scan the dead rows of all earlier events.
    const parts = rounds(2);
    const eventsOfPart = 500;
    const otherConnection = connect();
    try {
      for (let seed = firstSeed; seed < firstSeed + parts; seed += 1) {
        await otherConnection.begin((tx) => playEvents(tx, seed, eventsOfPart));
      }
      const [played] = await otherConnection`
        select count(*)::integer as gifts, sum(adjusted_amount) as taken,
          count(*) filter (where is_disputed)::integer as disputed
        from public.donations where email_key like '%@totals.example.org'`;
      const totalDifferences = [...(await differences(otherConnection))];
      console.log(
        `${parts * eventsOfPart} events left ${played?.["gifts"]} gifts, ${played?.["disputed"]} disputed, ` +
          `${played?.["taken"]} dollars taken back: ${totalDifferences.length} differences`,
      );
      expect(played?.["disputed"]).toBeGreaterThan(5 * parts);
      expect(totalDifferences).toEqual([]);
    } finally {
      await otherConnection`
        delete from public.donation_adjustments where donation_id in (
          select id from public.donations where email_key like '%@totals.example.org'
        )`;
      await otherConnection`delete from public.donations where email_key like '%@totals.example.org'`;
      await otherConnection.end();
    }
    expect([...(await differences(sql))]).toEqual([]);
  }, 180_000);

  test("after a change of time zone, which moves gifts to other days and months", async () => {
    const totalDifferences = await rolledBack(async (tx) => {
      await playEvents(tx, 7, 500);
      await tx`update public.settings set time_zone = 'Pacific/Auckland'`;
      return [...(await differences(tx))];
    });
    expect(totalDifferences).toEqual([]);
  });

  test("after a planted difference, which is detected and repaired", async () => {
    await rolledBack(async (tx) => {
      await tx`update public.donation_month_totals set total_amount = total_amount + 1`;
      expect((await differences(tx)).length).toBeGreaterThan(0);
      await tx`select private.recompute_donation_totals()`;
      expect([...(await differences(tx))]).toEqual([]);
    });
  });

  test("when many donations by the same donors are made, completed and refunded simultaneously", async () => {
    const parallel = connect(8);
    const mark = `@${randomUUID().slice(0, 8)}.example.org`;
    const ownEmails = (value: string) => `%${value}`;
    try {
      await Promise.all(
        Array.from({ length: 160 }, (_, number) =>
          parallel.begin(async (tx) => {
            const [donation] = await tx<{ id: string }[]>`
              insert into public.donations (first_name, last_name, email, amount, is_demo)
              values ('A', 'B', ${`donor${number % 4}${mark}`}, ${10 + number}, true) returning id`;
            await tx`update public.donations set status = 'completed' where id = ${donation!.id}`;
            if (number % 3 === 0) {
              await tx`
                insert into public.donation_adjustments (donation_id, kind, amount, status)
                values (${donation!.id}, 'refund', 5, 'succeeded')`;
            }
          }),
        ),
      );
      expect([...(await differences(parallel))]).toEqual([]);
    } finally {
      await parallel`
        delete from public.donation_adjustments where donation_id in (
          select id from public.donations where email_key like ${ownEmails(mark)}
        )`;
      await parallel`delete from public.donations where email_key like ${ownEmails(mark)}`;
      expect([...(await differences(parallel))]).toEqual([]);
      await parallel.end();
    }
  });
});
