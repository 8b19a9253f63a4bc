import { expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { type Transaction, withRollback } from "./connection.ts";
import { createImporter, donationRow } from "./import-fixture.ts";
import { readDifferences, record } from "./recording.ts";

/** A New Year's Eve without demo donations. */
const EVE = "2022-12-31";
const NEW_YEAR = "2023-01-01";

/** Adds a donation. The times are local times in the organization's time zone. */
async function addDonation(
  tx: Transaction,
  email: string,
  { started, paid = null }: { readonly started: string; readonly paid?: string | null },
) {
  const [row] = await tx<[{ id: string; donor_id: string; given_on: string }]>`
    insert into public.donations (first_name, last_name, email, amount, is_demo, status, created_at, completed_at)
    values (
      'Ann', 'Lee', ${email}, 40, true, ${paid === null ? "pending" : "completed"},
      ${started}::text::timestamp at time zone private.time_zone(),
      ${paid}::text::timestamp at time zone private.time_zone()
    )
    returning id, donor_id, given_on::text`;
  return row;
}

const readValue = async (tx: Transaction, query: ReturnType<Transaction>) =>
  (await tx<[{ value: unknown }]>`select (${query}) as value`)[0].value;

/** Everything that says when the donor's donations were given. */
const readPapers = async (tx: Transaction, donorId: string) => {
  const statement = (year: number) =>
    readValue(
      tx,
      tx`select jsonb_agg(gift -> 'date') from jsonb_array_elements(private.annual_statement(${donorId}, ${year}) -> 'gifts') as gift`,
    );
  return {
    receipts: await readValue(
      tx,
      tx`select jsonb_agg(private.donation_receipt(id) #>> '{gifts,0,date}' order by created_at)
        from public.donations where donor_id = ${donorId} and completed_at is not null`,
    ),
    lastYear: await statement(2022),
    thisYear: await statement(2023),
    years: await readValue(
      tx,
      tx`select jsonb_agg(year - 'hasStatement') from jsonb_array_elements(private.donor_year_totals(${donorId})) as year`,
    ),
    receiptYears: await readValue(
      tx,
      tx`select jsonb_agg(left(receipt_number, 7) order by created_at)
        from public.donations where donor_id = ${donorId} and receipt_number is not null`,
    ),
  };
};

const readTotals = async (tx: Transaction) => {
  const [row] = await tx<Record<string, string>[]>`
    select
      (select sum(total_amount)::int from public.donation_day_totals where is_demo and day = ${EVE}) as eve,
      (select sum(total_amount)::int from public.donation_day_totals where is_demo and day = ${NEW_YEAR}) as new_year,
      (select sum(total_amount)::int from public.donation_month_totals where is_demo and month = '2022-12-01') as december,
      (select sum(total_amount)::int from public.donation_month_totals where is_demo and month = ${NEW_YEAR}) as january`;
  return row;
};

test("a donation has one date on papers and in totals, around midnight on New Year's Eve", async () => {
  await withRollback(async (tx) => {
    await tx`update public.settings set real_payments = false`;
    const email = `${uniqueWord()}@example.org`;
    const before = await readTotals(tx);
    const { donor_id: donorId } = await addDonation(tx, email, {
      started: `${EVE} 23:10`,
      paid: `${EVE} 23:30`,
    });
    const opened = await addDonation(tx, email, { started: `${EVE} 23:30` });
    expect(opened.given_on, "the day it was started").toBe(EVE);
    await tx`
      update public.donations set status = 'completed', completed_at = created_at + interval '1 hour'
      where id = ${opened.id}`;

    expect(await readPapers(tx, donorId)).toEqual({
      receipts: [EVE, NEW_YEAR],
      lastYear: [EVE],
      thisYear: [NEW_YEAR],
      years: [
        { year: 2023, total: 40, giftCount: 1 },
        { year: 2022, total: 40, giftCount: 1 },
      ],
      receiptYears: ["R-2022-", "R-2023-"],
    });
    const after = await readTotals(tx);
    const grown = Object.fromEntries(
      Object.entries(after ?? {}).map(([name, total]) => [
        name,
        Number(total) - Number(before?.[name] ?? 0),
      ]),
    );
    expect(grown).toEqual({ eve: 40, new_year: 40, december: 40, january: 40 });
    expect(await readDifferences(tx)).toEqual([]);

    const importer = await createImporter(tx);
    const staged = [EVE, NEW_YEAR, "2022-12-30"].map((receivedOn) =>
      donationRow({ email, amount: "40.00", receivedOn }),
    );
    const importId = await importer.stage(staged, { isDemo: true });
    expect(await importer.check(importId)).toMatchObject({ lookalike: 2, ready: 1 });

    const checkId = await record(tx, { donorId, receivedOn: EVE });
    const [deposit] = await tx<[{ id: string }]>`
      insert into public.deposits (deposited_on, slip_total, is_demo) values ('2023-01-03', 50, true) returning id`;
    await tx`update public.donations set deposit_id = ${deposit.id} where id = ${checkId}`;
    expect([
      ...(await tx`select entered_on::text as day from private.deposit_entries(${deposit.id})`),
    ]).toEqual([{ day: EVE }]);
  });
});

test("a date of gift stays when the time zone changes, and an online donation's date follows it", async () => {
  await withRollback(async (tx) => {
    await tx`update public.settings set time_zone = 'America/New_York'`;
    const online = await addDonation(tx, `${uniqueWord()}@example.org`, {
      started: `${EVE} 23:10`,
      paid: `${NEW_YEAR} 00:30`,
    });
    const recordedId = await record(tx, { donorId: online.donor_id, receivedOn: NEW_YEAR });
    const readDates = async () =>
      (
        await tx<{ given_on: string }[]>`
          select given_on::text from public.donations where id in (${online.id}, ${recordedId}) order by amount`
      ).map(({ given_on }) => given_on);
    expect(await readDates()).toEqual([NEW_YEAR, NEW_YEAR]);
    await tx`update public.settings set time_zone = 'America/Chicago'`;
    expect(await readDates()).toEqual([EVE, NEW_YEAR]);
    await tx`update public.settings set time_zone = 'Pacific/Auckland'`;
    expect(await readDates()).toEqual([NEW_YEAR, NEW_YEAR]);
    expect(await readDifferences(tx)).toEqual([]);
  });
});
