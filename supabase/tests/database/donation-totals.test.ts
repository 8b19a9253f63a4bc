import { describe, expect, test } from "vitest";
import { firstSeed, getRoundCount } from "../random.ts";
import { connect, withRollback, sql, type Transaction } from "./connection.ts";
import { applyRandomEvents } from "./donation-events.ts";
import { uniqueWord } from "../unique-word.ts";

const readDifferences = (tx: Transaction | typeof sql) =>
  tx`select * from private.donation_totals_differences()`;

describe("threat 21: the totals match the donations", () => {
  test("in the demo content", async () => {
    expect([...(await readDifferences(sql))]).toEqual([]);
  });

  test("after random events, including refunds and disputes", async () => {
    // Commits in parts, because one long transaction would scan the dead rows of all earlier events.
    const partCount = getRoundCount(2);
    const eventsPerPart = 500;
    const otherConnection = connect();
    try {
      for (let seed = firstSeed; seed < firstSeed + partCount; seed += 1) {
        await otherConnection.begin((tx) => applyRandomEvents(tx, seed, eventsPerPart));
      }
      const [eventTotals] = await otherConnection`
        select count(*)::integer as gifts, sum(adjusted_amount) as deducted,
          count(*) filter (where is_disputed)::integer as disputed
        from public.donations where email_key like '%@totals.example.org'`;
      const totalDifferences = [...(await readDifferences(otherConnection))];
      console.log(
        `${partCount * eventsPerPart} events left ${eventTotals?.["gifts"]} gifts, ${eventTotals?.["disputed"]} disputed, ` +
          `${eventTotals?.["deducted"]} dollars deducted: ${totalDifferences.length} differences`,
      );
      expect(eventTotals?.["disputed"]).toBeGreaterThan(5 * partCount);
      expect(totalDifferences).toEqual([]);
    } finally {
      await otherConnection`
        delete from public.noncash_donations as shares using public.donations as donation
        where donation.email_key like '%@totals.example.org'
          and (donation.donor_id = shares.donor_id or donation.id = shares.sale_id)`;
      await otherConnection`
        delete from public.donation_adjustments where donation_id in (
          select id from public.donations where email_key like '%@totals.example.org'
        )`;
      await otherConnection`
        delete from public.printed_papers as paper using public.donations as donation
        where donation.email_key like '%@totals.example.org' and donation.donor_id = paper.donor_id`;
      await otherConnection`delete from public.donations where email_key like '%@totals.example.org'`;
      await otherConnection.end();
    }
    expect([...(await readDifferences(sql))]).toEqual([]);
  }, 180_000);

  test("after a change of time zone, which moves gifts to other days and months", async () => {
    const totalDifferences = await withRollback(async (tx) => {
      await applyRandomEvents(tx, 7, 500);
      await tx`update public.settings set time_zone = 'Pacific/Auckland'`;
      return [...(await readDifferences(tx))];
    });
    expect(totalDifferences).toEqual([]);
  });

  test("after a recomputation that repairs a difference made on purpose", async () => {
    await withRollback(async (tx) => {
      await tx`update public.donation_month_totals set total_amount = total_amount + 1`;
      expect((await readDifferences(tx)).length).toBeGreaterThan(0);
      await tx`select private.recompute_donation_totals()`;
      expect([...(await readDifferences(tx))]).toEqual([]);
    });
  });

  test("when many donations by the same donors are made, completed and refunded simultaneously", async () => {
    const pool = connect(8);
    const emailDomain = `@${uniqueWord()}.example.org`;
    const emailPattern = (value: string) => `%${value}`;
    try {
      await Promise.all(
        Array.from({ length: 160 }, (_, number) =>
          pool.begin(async (tx) => {
            const [donation] = await tx<{ id: string }[]>`
              insert into public.donations (first_name, last_name, email, amount, is_demo)
              values ('A', 'B', ${`donor${number % 4}${emailDomain}`}, ${10 + number}, true) returning id`;
            await tx`update public.donations set status = 'completed' where id = ${donation!.id}`;
            if (number % 3 === 0) {
              await tx`
                insert into public.donation_adjustments (donation_id, kind, amount, status)
                values (${donation!.id}, 'refund', 5, 'succeeded')`;
            }
          }),
        ),
      );
      expect([...(await readDifferences(pool))]).toEqual([]);
    } finally {
      await pool`
        delete from public.donation_adjustments where donation_id in (
          select id from public.donations where email_key like ${emailPattern(emailDomain)}
        )`;
      await pool`delete from public.donations where email_key like ${emailPattern(emailDomain)}`;
      expect([...(await readDifferences(pool))]).toEqual([]);
      await pool.end();
    }
  });
});
