import { describe, expect, test } from "vitest";
import { listConsolidatedDonors } from "../../functions/api/donations/queries/list-donors.ts";
import type { DonorSegment } from "../../functions/_shared/contracts/choices.ts";
import { uniqueWord } from "../unique-word.ts";
import { withRollback, type Transaction } from "./connection.ts";

const word = uniqueWord();

interface TestDonation {
  /** A SQL expression for the local time, without the time zone. */
  readonly at: string;
  readonly amount?: number;
  readonly isRefunded?: boolean;
  readonly isMonthly?: boolean;
}

const THIS_YEAR = "date_trunc('year', private.today()::timestamp)";
const LAST_YEAR = `${THIS_YEAR} - interval '1 year'`;
const THIS_MONTH = "date_trunc('month', private.today()::timestamp)";
const ONE_SECOND = "interval '1 second'";

async function addDonorWithDonations(
  tx: Transaction,
  name: string,
  donations: readonly TestDonation[],
  email?: null,
) {
  const address = email === null ? null : `${word}-${name}@example.org`;
  const [donor] = await tx<[{ id: string }]>`
    insert into public.donors (first_name, last_name, email) values (${name}, ${word}, ${address}) returning id`;
  for (const { at, amount = 50, isRefunded = false, isMonthly = false } of donations) {
    const [donation] = await tx.unsafe<{ id: string }[]>(
      `insert into public.donations (donor_id, first_name, last_name, email, amount, is_recurring, is_demo, method, status, completed_at)
       values ($1, $2, $3, $4, $5, $6, true, 'check', 'completed', (${at}) at time zone private.time_zone()) returning id`,
      [donor.id, name, word, address, amount, isMonthly],
    );
    if (isRefunded) {
      await tx`
        insert into public.donation_adjustments (donation_id, kind, amount, status)
        values (${donation!.id}, 'refund', ${amount}, 'succeeded')`;
    }
  }
  return donor.id;
}

const listDonorNames = async (
  tx: Transaction,
  filter: {
    readonly segment?: DonorSegment;
    readonly minTotal?: number;
    readonly noStatement?: string;
    readonly search?: string;
  },
) => {
  const query = { limit: 200, offset: 0, search: word, sort: "lastName", ...filter } as const;
  const { items } = await listConsolidatedDonors(tx as never, query);
  return items.map((row) => (row as unknown as { first_name: string }).first_name).toSorted();
};

describe("the segment of donors", () => {
  test("who gave last year but not this year includes those whose last counted gift was last year, to the second", async () => {
    const names = await withRollback(async (tx) => {
      await addDonorWithDonations(tx, "First", [{ at: LAST_YEAR }]);
      await addDonorWithDonations(tx, "Last", [{ at: `${THIS_YEAR} - ${ONE_SECOND}` }]);
      await addDonorWithDonations(tx, "Before", [{ at: `${LAST_YEAR} - ${ONE_SECOND}` }]);
      await addDonorWithDonations(tx, "Both", [{ at: LAST_YEAR }, { at: THIS_YEAR }]);
      await addDonorWithDonations(tx, "Refunded", [
        { at: LAST_YEAR },
        { at: THIS_YEAR, isRefunded: true },
      ]);
      await addDonorWithDonations(tx, "Returned", [{ at: LAST_YEAR, isRefunded: true }]);
      return listDonorNames(tx, { segment: "lybunt" });
    });
    expect(names).toEqual(["First", "Last", "Refunded"]);
  });

  test("with a first gift this month includes those who gave in the first second of the month", async () => {
    const names = await withRollback(async (tx) => {
      await addDonorWithDonations(tx, "New", [{ at: THIS_MONTH }]);
      await addDonorWithDonations(tx, "Earlier", [{ at: `${THIS_MONTH} - ${ONE_SECOND}` }]);
      await addDonorWithDonations(tx, "Returning", [{ at: LAST_YEAR }, { at: THIS_MONTH }]);
      return listDonorNames(tx, { segment: "first_gift_this_month" });
    });
    expect(names).toEqual(["New"]);
  });

  test("with stopped monthly donations excludes those who give monthly again or whose first payment never came", async () => {
    const names = await withRollback(async (tx) => {
      for (const [name, statuses] of [
        ["Stopped", ["canceled"]],
        ["Restarted", ["canceled", "active"]],
        ["Paused", ["canceled", "paused"]],
        ["Never", ["incomplete"]],
        ["Unpaid", ["canceled"]],
      ] as const) {
        const isMonthly = name !== "Never" && name !== "Unpaid";
        const donorId = await addDonorWithDonations(tx, name, [{ at: LAST_YEAR, isMonthly }]);
        for (const status of statuses) {
          await tx`
            insert into public.subscriptions (donor_id, first_name, last_name, email, amount, status, is_demo)
            values (${donorId}, ${name}, ${word}, ${`${word}-${name}@example.org`}, 25, ${status}, true)`;
        }
      }
      return listDonorNames(tx, { segment: "lapsed_monthly" });
    });
    expect(names).toEqual(["Stopped"]);
  });

  test("without an email address includes only those donors, and a minimum total leaves out smaller donors", async () => {
    await withRollback(async (tx) => {
      await addDonorWithDonations(tx, "Mute", [{ at: LAST_YEAR }], null);
      await addDonorWithDonations(tx, "Small", [{ at: LAST_YEAR, amount: 999.99 }]);
      await addDonorWithDonations(tx, "Large", [{ at: LAST_YEAR, amount: 1000 }]);
      expect(await listDonorNames(tx, { segment: "no_email" })).toEqual(["Mute"]);
      expect(await listDonorNames(tx, { minTotal: 1000 })).toEqual(["Large"]);
    });
  });

  test("without donations includes those who were added and gave nothing that counts, in every sort order", async () => {
    await withRollback(async (tx) => {
      await addDonorWithDonations(tx, "Prospect", []);
      await addDonorWithDonations(tx, "Neighbor", []);
      await addDonorWithDonations(tx, "Refunded", [{ at: LAST_YEAR, isRefunded: true }]);
      await addDonorWithDonations(tx, "Donor", [{ at: LAST_YEAR }]);
      // An abandoned checkout has no name that an administrator entered.
      await tx`insert into public.donors (email) values (${`${word}-left@example.org`})`;
      await tx`
        insert into public.donors (first_name, last_name, merged_into_id)
        select 'Merged', ${word}, id from public.donors where first_name = 'Donor' and last_name = ${word}`;
      const expected = ["Neighbor", "Prospect", "Refunded"];
      expect(await listDonorNames(tx, { segment: "no_donations" })).toEqual(expected);
      expect(await listDonorNames(tx, { segment: "no_donations", minTotal: 1 })).toEqual([]);
      // The list of all donors includes those who were entered.
      expect(await listDonorNames(tx, {})).toEqual(expect.arrayContaining(["Prospect"]));
      for (const sort of ["lastName", "-lastName", "totalAmount", "-lastDonationDate"] as const) {
        const page = { segment: "no_donations", sort, search: word, offset: 0 } as const;
        const all = await listConsolidatedDonors(tx as never, { ...page, limit: 200 });
        const [first, ...others] = all.items.map(({ id }) => id);
        const next = await listConsolidatedDonors(tx as never, {
          ...page,
          limit: 200,
          cursor: first,
        });
        expect([sort, next.items.map(({ id }) => id)]).toEqual([sort, others]);
        expect(others).toHaveLength(2);
      }
    });
  });

  test("with an anniversary includes those who first gave on a day of this week, Sunday to Saturday, in an earlier year", async () => {
    const names = await withRollback(async (tx) => {
      const sunday = "private.today() - extract(dow from private.today())::integer";
      const buildTimeInEarlierYear = (day: string, time: string) =>
        `make_date(2020, extract(month from ${day})::integer, extract(day from ${day})::integer) + time '${time}'`;
      await addDonorWithDonations(tx, "Sunday", [
        { at: buildTimeInEarlierYear(`(${sunday})`, "00:00") },
      ]);
      await addDonorWithDonations(tx, "Saturday", [
        { at: buildTimeInEarlierYear(`(${sunday} + 6)`, "23:59:59") },
      ]);
      await addDonorWithDonations(tx, "Earlier", [
        { at: buildTimeInEarlierYear(`(${sunday} - 1)`, "23:59:59") },
      ]);
      await addDonorWithDonations(tx, "Current", [{ at: `${sunday} + time '00:00'` }]);
      await addDonorWithDonations(tx, "Later", [
        { at: buildTimeInEarlierYear(`(${sunday} + 7)`, "00:00") },
      ]);
      const page = { segment: "anniversary_this_week", offset: 0, sort: "lastName" } as const;
      // Without a search, the total is counted in a different way if the page doesn't contain all rows.
      const { total } = await listConsolidatedDonors(tx as never, { ...page, limit: 1 });
      const { items } = await listConsolidatedDonors(tx as never, { ...page, limit: 200 });
      expect(total).toBe(items.length);
      return listDonorNames(tx, { segment: "anniversary_this_week" });
    });
    expect(names).toEqual(["Saturday", "Sunday"]);
  });

  test.for([
    ["2027-03-01", true],
    ["2028-02-24", false],
    ["2028-02-29", true],
    ["2027-03-07", false],
  ] as const)(
    "the week of %s has an anniversary of February 29: %s",
    async ([today, hasAnniversary]) => {
      await withRollback(async (tx) => {
        await addDonorWithDonations(tx, "Leap", [{ at: "timestamp '2024-02-29 12:00'" }]);
        const weeks = await tx`
          select from private.anniversary_weeks(${today}::date)
          where (timestamp '2024-02-29 12:00') at time zone private.time_zone() between starts and ends`;
        expect(weeks.length).toBe(hasAnniversary ? 1 : 0);
      });
    },
  );
});

test("donors are found by words of their notes, as they are now", async () => {
  await withRollback(async (tx) => {
    const note = uniqueWord();
    const ids = [
      await addDonorWithDonations(tx, "Given", [{ at: THIS_YEAR }]),
      await addDonorWithDonations(tx, "Prospect", []),
    ];
    await tx`update public.donors set notes = ${`Knits ${note} socks`} where id in ${tx(ids)}`;
    const list = () => listDonorNames(tx, { search: `knits ${note.toUpperCase()}` });
    expect(await list()).toEqual(["Given", "Prospect"]);
    await tx`update public.donors set notes = null where id = ${ids[0]!}`;
    expect(await list()).toEqual(["Prospect"]);
    expect(await tx`select * from private.donation_totals_differences()`).toHaveLength(0);
  });
});

describe("the donors without a statement for a year", () => {
  test("gave in that year, and it was neither emailed nor printed for them or a donor merged into them", async () => {
    const lists = await withRollback(async (tx) => {
      const [{ year } = { year: 0 }] = await tx<{ year: number }[]>`
        select extract(year from private.today())::integer - 1 as year`;
      const addDonor = (name: string, email?: null) =>
        addDonorWithDonations(tx, name, [{ at: `${THIS_YEAR} - ${ONE_SECOND}` }], email);
      const setAddress = (id: string) =>
        tx`update public.donors set address = '1 Street' where id = ${id}`;
      const recordStatements = (id: string, ofYear: number) => tx`
        insert into public.printed_papers (kind, donor_id, year) values ('statements', ${id}, ${ofYear})`;
      const emailId = await addDonor("Email");
      const emailed = await addDonor("Emailed");
      await tx`
        insert into public.email_outbox (template_name, to_email, to_name, status, dedupe_key)
        select 'Annual Statement', email, 'E', 'queued', 'statement:' || ${year}::integer || ':' || id
        from public.donors where id = ${emailed}`;
      await recordStatements(await addDonor("Printed"), year);
      await recordStatements(await addDonor("Earlier"), year - 1);
      const merged = await addDonor("Merged");
      await tx`
        insert into public.email_outbox (template_name, to_email, to_name, status, sent_at, dedupe_key)
        values ('Annual Statement', 'm@example.org', 'M', 'sent', now(), 'statement:' || ${year}::integer || ':' || ${merged})`;
      await tx`update public.donors set merged_into_id = ${await addDonor("Kept")}, email = null where id = ${merged}`;
      const paperId = await addDonor("Paper", null);
      await setAddress(paperId);
      const nowhereId = await addDonor("Nowhere", null);
      await addDonorWithDonations(tx, "Later", [{ at: THIS_YEAR }]);
      await addDonorWithDonations(tx, "Refunded", [
        { at: `${THIS_YEAR} - ${ONE_SECOND}`, isRefunded: true },
      ]);
      const list = (way: string) => listDonorNames(tx, { noStatement: `${year}_${way}` });
      const listAll = async () => [
        await list("by_email"),
        await list("to_print"),
        await list("no_address"),
      ];
      const before = await listAll();
      await recordStatements(paperId, year);
      await recordStatements(nowhereId, year);
      await tx`
        insert into public.email_outbox (template_name, to_email, to_name, status, sent_at, dedupe_key)
        select 'Annual Statement', email, 'E', 'sent', now(), 'statement:' || ${year}::integer || ':' || id
        from public.donors where id = ${emailId}`;
      const after = await listAll();
      // A statement that couldn't be emailed, a paper that wasn't printed after all, a merge that is undone, an address that is found.
      await tx`
        update public.email_outbox set status = 'failed', sent_at = null
        where dedupe_key = 'statement:' || ${year}::integer || ':' || ${emailId}`;
      await tx`delete from public.printed_papers where donor_id in ${tx([paperId, nowhereId])}`;
      await tx`update public.donors set merged_into_id = null where id = ${merged}`;
      await setAddress(nowhereId);
      const differences = await tx`select * from private.donation_totals_differences()`;
      return [before, after, await listAll(), differences.length];
    });
    // Each is in one of the lists, and in none once the statement was emailed or printed.
    expect(lists).toEqual([
      [["Earlier", "Email"], ["Paper"], ["Nowhere"]],
      [["Earlier"], [], []],
      [["Earlier", "Email", "Kept"], ["Nowhere", "Paper"], []],
      0,
    ]);
  });
});
