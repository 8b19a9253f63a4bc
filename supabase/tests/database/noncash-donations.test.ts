import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { addAdmin, runAs, withRollback, type Transaction } from "./connection.ts";
import { addDonor, catchRefusalCode, readTotal } from "./recording.ts";

interface NewNoncashDonation {
  readonly donorId: string;
  readonly kind?: string;
  readonly description?: string;
  readonly shares?: number | null;
  readonly receivedOn?: string;
  readonly sendsLetter?: boolean;
}

const record = async (tx: Transaction, gift: NewNoncashDonation) => {
  const { kind = "stock", description = "Apple Inc. (AAPL)", receivedOn = "2026-03-31" } = gift;
  const { donorId, shares = kind === "stock" ? 40 : null, sendsLetter = false } = gift;
  const [row] = await runAs(
    tx,
    await addAdmin(tx),
    (asAdmin) => asAdmin<[{ id: string }]>`
      select private.record_noncash_donation(
        ${donorId}, ${kind}, ${description}, ${shares}, ${receivedOn}, true, sends_letter => ${sendsLetter}) as id`,
  );
  return row.id;
};

const sellShares = async (tx: Transaction, id: string, proceeds: number, soldOn = "2026-04-01") => {
  const [row] = await runAs(
    tx,
    await addAdmin(tx),
    (asAdmin) => asAdmin<[{ id: string }]>`
      select private.record_stock_sale(${id}, ${proceeds}, ${soldOn}) as id`,
  );
  return row.id;
};

const voidDonation = async (tx: Transaction, id: string) =>
  runAs(
    tx,
    await addAdmin(tx),
    (asAdmin) => asAdmin`select private.void_noncash_donation(${id}, 'Entered twice')`,
  );

describe("goods", () => {
  test("don't count as money, and their letter describes them without a value", async () => {
    await withRollback(async (tx) => {
      const email = `${uniqueWord()}@example.org`;
      const donorId = await addDonor(tx, email);
      const gift = { kind: "goods", description: "12 boxes of wool socks" };
      const id = await record(tx, { donorId, ...gift, sendsLetter: true });
      expect(await readTotal(tx, donorId)).toBe("none");
      const [row] = await tx`
        select template_name, to_email, data ->> 'gift' as gift,
          private.noncash_document(${id}) ->> 'gift' as letter
        from public.email_outbox where dedupe_key = ${`noncash:${id}`}`;
      expect(row).toEqual({
        template_name: "Noncash Gift Received",
        to_email: email,
        gift: gift.description,
        letter: gift.description,
      });
    });
  });

  test("can't be sold", async () => {
    await withRollback(async (tx) => {
      const id = await record(tx, { donorId: await addDonor(tx), kind: "goods" });
      expect(await catchRefusalCode(tx, (savepoint) => sellShares(savepoint, id, 100))).toBe(
        "CP011",
      );
    });
  });
});

describe("shares", () => {
  test("count by their proceeds on the day of the sale, without a receipt", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const id = await record(tx, { donorId });
      expect(await readTotal(tx, donorId)).toBe("none");
      const saleId = await sellShares(tx, id, 7012.35);
      expect(await readTotal(tx, donorId)).toBe("7012.35");
      const [sale] = await tx`
        select note, (completed_at at time zone private.time_zone())::date::text as day,
          private.donation_receipt(id) as receipt,
          (select count(*)::integer from public.email_outbox where dedupe_key = 'receipt:' || donation.id) as mails
        from public.donations as donation where id = ${saleId}`;
      expect(sale).toEqual({
        note: "40 shares of Apple Inc. (AAPL)",
        day: "2026-04-01",
        receipt: null,
        mails: 0,
      });
      expect([...(await tx`select * from private.donation_totals_differences()`)]).toEqual([]);
      expect(await catchRefusalCode(tx, (savepoint) => sellShares(savepoint, id, 1))).toBe("CP011");
      expect(await catchRefusalCode(tx, (savepoint) => voidDonation(savepoint, id))).toBe("CP022");
    });
  });

  test("are unsold again after the sale is voided", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const id = await record(tx, { donorId });
      const saleId = await sellShares(tx, id, 100);
      await runAs(
        tx,
        await addAdmin(tx),
        (asAdmin) => asAdmin`select private.void_donation(${saleId}, 'Wrong amount')`,
      );
      expect(await readTotal(tx, donorId)).toBe("none");
      await sellShares(tx, id, 90);
      expect(await readTotal(tx, donorId)).toBe("90.00");
    });
  });

  test("can't be sold before they were received, in the future, or after they were voided", async () => {
    await withRollback(async (tx) => {
      const id = await record(tx, { donorId: await addDonor(tx) });
      const catchRefusalOfSale = (day: string) =>
        catchRefusalCode(tx, (savepoint) => sellShares(savepoint, id, 100, day));
      expect(await catchRefusalOfSale("2026-03-30")).toBe("23514");
      expect(await catchRefusalOfSale("2099-01-01")).toBe("23514");
      await voidDonation(tx, id);
      expect(await catchRefusalOfSale("2026-03-31")).toBe("CP011");
      const [row] = await tx`select private.noncash_document(${id}) as letter`;
      expect(row).toEqual({ letter: null });
    });
  });

  test("one share is called a share, and fractions of shares are kept", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const recordAndDescribe = async (shares: number) => {
        const id = await record(tx, { donorId, shares });
        const [row] = await tx`select private.noncash_document(${id}) ->> 'gift' as gift`;
        return row?.["gift"] as string;
      };
      expect(await recordAndDescribe(1)).toBe("1 share of Apple Inc. (AAPL)");
      expect(await recordAndDescribe(12.5)).toBe("12.5 shares of Apple Inc. (AAPL)");
    });
  });
});

test.for([
  ["a date in the future", { receivedOn: "2099-01-01" }],
  ["shares of goods", { kind: "goods", shares: 1 }],
  ["stock without shares", { shares: 0 }],
  ["an empty description", { description: " " }],
  ["an unknown kind", { kind: "crypto" }],
] as const)("a gift with %s is refused", async ([, gift]) => {
  await withRollback(async (tx) => {
    const donorId = await addDonor(tx);
    expect(await catchRefusalCode(tx, (savepoint) => record(savepoint, { donorId, ...gift }))).toBe(
      "23514",
    );
  });
});
