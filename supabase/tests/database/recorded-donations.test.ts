import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { server, visitor, withRollback, type Transaction } from "./connection.ts";
import {
  addDonor,
  type EnteredDonation,
  readDifferences,
  readTotal,
  record,
  catchRefusalCode,
  voidBouncedDonation,
} from "./recording.ts";

describe("a donation that an administrator records", () => {
  test("counts on the day that it was received, in every total", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const readMonth = async () => {
        const [row] = await tx`
          select coalesce(sum(total_amount), 0)::text as total from public.donation_day_totals
          where is_demo and day = '2026-03-31'`;
        return Number(row?.["total"]);
      };
      const before = await readMonth();
      // Changing the time zone and changing it back must not affect the totals.
      await tx`update public.settings set time_zone = 'Pacific/Auckland'`;
      await tx`update public.settings set time_zone = 'America/Chicago'`;
      await record(tx, { donorId, amount: 75.5 });
      expect((await readMonth()) - before).toBe(75.5);
      expect(await readTotal(tx, donorId)).toBe("75.50");
      expect(await readDifferences(tx)).toEqual([]);
    });
  });

  test("has a receipt number, and a receipt is emailed only if that was asked for and there is an address", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const donorIdWithoutEmail = await addDonor(tx, null);
      const ids = [
        await record(tx, { donorId, sendsReceipt: true }),
        await record(tx, { donorId, sendsReceipt: false }),
        await record(tx, { donorId: donorIdWithoutEmail, sendsReceipt: true }),
      ];
      const rows = await tx<{ receipt_number: string; mails: number }[]>`
        select receipt_number, (
          select count(*)::integer from public.email_outbox where dedupe_key = 'receipt:' || donation.id
        ) as mails
        from public.donations as donation where id in ${tx(ids)} order by receipt_number`;
      expect(rows.map(({ mails }) => mails)).toEqual([1, 0, 0]);
      for (const { receipt_number } of rows) expect(receipt_number).toMatch(/^R-2026-\d{6}$/);
    });
  });

  test.for([
    ["a date in the future", { receivedOn: "2099-01-01" }, "23514"],
    ["an amount of 0", { amount: 0 }, "23514"],
    ["a method that only the payment provider reports", { method: "online" }, "23514"],
    ["an unknown method", { method: "shells" }, "23514"],
    ["an unknown donor", { donorId: "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11" }, "CP009"],
  ] as const)("refuses %s", async ([, donation, code]) => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      expect(
        await catchRefusalCode(tx, (savepoint) => record(savepoint, { donorId, ...donation })),
      ).toBe(code);
      expect(await readTotal(tx, donorId)).toBe("none");
    });
  });

  test("asks for confirmation before it accepts the same donor, number and amount again", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const check = { donorId, reference: "1042" };
      const first = await record(tx, check);
      const isRefused = (donation: EnteredDonation) =>
        catchRefusalCode(tx, (savepoint) => record(savepoint, donation));
      expect(await isRefused(check)).toBe("23514");
      expect(await isRefused({ ...check, amount: 51 })).toBeUndefined();
      expect(await isRefused({ ...check, method: "ira" })).toBe("23514");
      expect(await isRefused({ ...check, confirmsDuplicate: true })).toBeUndefined();
      // Without a number, the day decides.
      const cash = { donorId, method: "cash", confirmsDuplicate: false };
      expect(await isRefused(cash)).toBeUndefined();
      expect(await isRefused(cash)).toBe("23514");
      expect(await isRefused({ ...cash, receivedOn: "2026-03-30" })).toBeUndefined();
      expect(await isRefused({ ...cash, confirmsDuplicate: true })).toBeUndefined();
      await tx`delete from public.donations where donor_id = ${donorId} and id <> ${first}`;
      await voidBouncedDonation(tx, first);
      expect(await isRefused(check)).toBeUndefined();
    });
  });

  test("says why a fund can't recommend its own grant", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const grant = { donorId, method: "donor_advised_fund", softCreditDonorId: donorId };
      const refusal = tx.savepoint((savepoint) => record(savepoint, grant));
      await expect(refusal).rejects.toMatchObject({
        constraint_name: "donations_soft_credit_donor_id_check",
        hint: "The fund can't recommend its own grant. Choose the person who recommended it.",
      });
    });
  });

  test("no longer counts once it is voided, keeps its row and number, and can't be voided twice", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const id = await record(tx, { donorId, amount: 75.5 });
      await voidBouncedDonation(tx, id);
      const [row] = await tx`
        select status, amount, receipt_number is not null as has_number,
          (select reason from public.donation_adjustments where donation_id = ${id}) as reason
        from public.donations where id = ${id}`;
      expect(row).toEqual({
        status: "voided",
        amount: "75.50",
        has_number: true,
        reason: "Bounced",
      });
      expect(await readTotal(tx, donorId)).toBe("none");
      expect(await readDifferences(tx)).toEqual([]);
      expect(await catchRefusalCode(tx, (savepoint) => voidBouncedDonation(savepoint, id))).toBe(
        "CP021",
      );
    });
  });

  test("an online donation can't be voided", async () => {
    await withRollback(async (tx) => {
      const [online] = await tx<[{ id: string }]>`
        insert into public.donations (first_name, last_name, email, amount, is_demo, status)
        values ('Ann', 'Lee', 'ann@example.org', 50, true, 'completed') returning id`;
      expect(
        await catchRefusalCode(tx, (savepoint) => voidBouncedDonation(savepoint, online.id)),
      ).toBe("CP021");
    });
  });

  test("only administrators record and void, and each entry names who did it", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const id = await record(tx, { donorId });
      for (const person of [visitor, server]) {
        expect(
          await catchRefusalCode(tx, (savepoint) => record(savepoint, { donorId }, person)),
        ).toMatch(/^(42501|CP010)$/);
      }
      await voidBouncedDonation(tx, id);
      const entries = await tx<{ action: string; status: string; name: string }[]>`
        select action, after ->> 'status' as status, after ->> 'first_name' as name
        from public.audit_log
        where table_name = 'donations' and row_id = ${id} and actor_id is not null order by id`;
      expect(entries.map((entry) => ({ ...entry }))).toEqual([
        { action: "insert", status: "completed", name: "erased" },
        { action: "update", status: "voided", name: "erased" },
      ]);
    });
  });
});

describe("money from a fund or an employer", () => {
  const readMails = async (tx: Transaction, id: string) =>
    (
      await tx<{ template_name: string; to_email: string }[]>`
        select template_name, to_email from public.email_outbox
        where dedupe_key in (${`receipt:${id}`}, ${`soft-credit:${id}`})`
    ).map(({ template_name, to_email }) => [template_name, to_email]);

  test.for([
    ["donor_advised_fund", "Fund Grant Received"],
    ["employer_match", "Matching Gift Received"],
  ] as const)(
    "%s counts for the donor who paid it, and the person behind it is thanked without a receipt",
    async ([method, templateName]) => {
      await withRollback(async (tx) => {
        const donorId = await addDonor(tx);
        const personEmail = `${uniqueWord()}@example.org`;
        const personId = await addDonor(tx, personEmail);
        const id = await record(tx, {
          donorId,
          softCreditDonorId: personId,
          method,
          sendsReceipt: true,
        });
        expect(await readMails(tx, id)).toEqual([[templateName, personEmail]]);
        expect(await readTotal(tx, donorId)).toBe("50.00");
        expect(await readTotal(tx, personId)).toBe("none");
        const [documents] = await tx`
        select private.donation_receipt(${id}) as receipt, private.annual_statement(${donorId}, 2026) as statement,
          private.annual_statement(${personId}, 2026) as "personStatement"`;
        expect(documents).toEqual({ receipt: null, statement: null, personStatement: null });
      });
    },
  );

  test("no thanks are sent without an address, without a request for them, or after a void", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const softCreditDonorId = await addDonor(tx);
      const grant = { donorId, method: "donor_advised_fund" };
      const ids = [
        await record(tx, {
          ...grant,
          softCreditDonorId: await addDonor(tx, null),
          sendsReceipt: true,
        }),
        await record(tx, { ...grant, softCreditDonorId, sendsReceipt: false }),
        await record(tx, { ...grant, sendsReceipt: true }),
      ];
      for (const id of ids) expect(await readMails(tx, id)).toEqual([]);
      const voided = await record(tx, { ...grant, softCreditDonorId, sendsReceipt: true });
      await voidBouncedDonation(tx, voided);
      const [mail] = await tx`
        select status from public.email_outbox where dedupe_key = ${`soft-credit:${voided}`}`;
      expect(mail).toEqual({ status: "canceled" });
    });
  });

  test("a check can't be credited to anyone else, and nobody can be credited for their own donation", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const softCreditDonorId = await addDonor(tx);
      const refusals = [
        { donorId, softCreditDonorId },
        { donorId, softCreditDonorId: donorId, method: "employer_match" },
      ];
      for (const donation of refusals) {
        expect(await catchRefusalCode(tx, (savepoint) => record(savepoint, donation))).toBe(
          "23514",
        );
      }
    });
  });
});

test("an IRA distribution gets a receipt that says so", async () => {
  await withRollback(async (tx) => {
    const donorId = await addDonor(tx);
    const id = await record(tx, { donorId, method: "ira", sendsReceipt: true });
    const [row] = await tx`
      select private.donation_receipt(${id}) -> 'gifts' -> 0 ->> 'method' as method,
        (select data ->> 'method' from public.email_outbox where dedupe_key = ${`receipt:${id}`}) as mailed`;
    expect(row).toEqual({ method: "ira", mailed: "ira" });
  });
});
