import { describe, expect, test } from "vitest";
import { addAdmin, runAs, withRollback, type Transaction } from "./connection.ts";
import {
  addDonor,
  readDifferences,
  readTotal,
  record,
  catchRefusalCode,
  voidBouncedDonation,
} from "./recording.ts";

const markReceiptsSent = (tx: Transaction) => tx`
  update public.email_outbox set status = 'sent', sent_at = now() where status = 'queued' and dedupe_key like 'receipt%'`;

const readEmail = async (tx: Transaction, donorId: string) =>
  (await tx<[{ email: string }]>`select email from public.donors where id = ${donorId}`)[0].email;

/** Returns this transaction's emails about receipts, each with its recipient, template and receipt numbers. */
const readMails = async (tx: Transaction) => {
  const mails = await tx<
    { to: string; template: string; receipt: string; replaced: string | null }[]
  >`
    select to_email as to, template_name as template, data ->> 'receiptNumber' as receipt,
      data ->> 'replacedReceiptNumber' as replaced
    from public.email_outbox where created_at = now() and dedupe_key like 'receipt%'
    order by template_name = 'Receipt Voided', data ->> 'receiptNumber'`;
  return mails.map(({ to, template, receipt, replaced }) => [to, template, receipt, replaced]);
};

describe("a corrected donation", () => {
  const correct = async (tx: Transaction, id: string, changes: Record<string, unknown>) => {
    const [stored] = await tx<[{ donor_id: string }]>`
      select donor_id from public.donations where id = ${id}`;
    const values = {
      donorId: stored.donor_id,
      amount: 50,
      method: "check",
      receivedOn: "2026-03-31",
      sendsReceipt: true,
      reference: null,
      confirmsDuplicate: false,
      ...changes,
    };
    const [row] = await runAs(
      tx,
      await addAdmin(tx),
      (asAdmin) => asAdmin<[{ id: string }]>`
        select private.correct_donation(
          ${id}, 'Misread', ${values.donorId}, ${values.amount}, ${values.method}, ${values.receivedOn}, ${values.reference}, null, null,
          false, ${values.sendsReceipt}, null, ${values.confirmsDuplicate}) as id`,
    );
    return row.id;
  };

  test("stays a memorial unless the correction says otherwise", async () => {
    await withRollback(async (tx) => {
      const id = await record(tx, { donorId: await addDonor(tx) });
      await tx`update public.donations set in_honor_of = 'Sgt. Lee', is_memorial = true where id = ${id}`;
      const [row] = await runAs(
        tx,
        await addAdmin(tx),
        (asAdmin) => asAdmin<[{ id: string }]>`
          select private.correct_donation(
            ${id}, 'Misread', (select donor_id from public.donations where id = ${id}), 51, 'check', '2026-03-31', null,
            null, 'Sgt. Lee', false, false, null) as id`,
      );
      const [corrected] = await tx`
        select in_honor_of, is_memorial, amount::float, is_demo from public.donations where id = ${row.id}`;
      expect(corrected).toEqual({
        in_honor_of: "Sgt. Lee",
        is_memorial: true,
        amount: 51,
        is_demo: true,
      });
    });
  });

  test("replaces the original in every total, and its receipt names the one it replaces", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const otherId = await addDonor(tx);
      const first = await record(tx, { donorId, sendsReceipt: true });
      await markReceiptsSent(tx);
      const second = await correct(tx, first, { amount: 60 });
      await markReceiptsSent(tx);
      expect(await readTotal(tx, donorId)).toBe("60.00");
      const third = await correct(tx, second, { donorId: otherId, amount: 60 });
      expect(await readTotal(tx, donorId)).toBe("none");
      expect(await readTotal(tx, otherId)).toBe("60.00");
      expect(await readDifferences(tx)).toEqual([]);
      const rows = await tx<
        { id: string; status: string; receipt_number: string; replaced: string }[]
      >`
        select id, status, receipt_number, private.donation_receipt(id) -> 'gifts' -> 0 ->> 'replacedReceiptNumber' as replaced
        from public.donations where id in ${tx([first, second, third])} order by receipt_number`;
      expect(rows.map(({ id, status, replaced }) => [id, status, replaced])).toEqual([
        [first, "voided", null],
        [second, "voided", null],
        [third, "completed", null],
      ]);
      const [numbers, email, otherEmail] = [
        rows.map((row) => row.receipt_number),
        await readEmail(tx, donorId),
        await readEmail(tx, otherId),
      ];
      // Someone else's donation replaces this one, so an email asks the person who got the receipt not to use it.
      expect(await readMails(tx)).toEqual([
        [email, "Donation Confirmation", numbers[0], null],
        [email, "Corrected Receipt", numbers[1], numbers[0]],
        [otherEmail, "Donation Confirmation", numbers[2], null],
        [email, "Receipt Voided", numbers[1], null],
      ]);
    });
  });

  test.for([
    ["is voided", (tx: Transaction, id: string) => voidBouncedDonation(tx, id)],
    [
      "turns out to be a fund's grant",
      (tx: Transaction, id: string) =>
        correct(tx, id, { method: "donor_advised_fund", confirmsDuplicate: true }),
    ],
  ] as const)(
    "the person who got a receipt for a donation that %s is told not to use it",
    async ([, change]) => {
      await withRollback(async (tx) => {
        const donorId = await addDonor(tx);
        const sent = await record(tx, { donorId, sendsReceipt: true });
        await markReceiptsSent(tx);
        // This receipt is still in the outbox, so the mailer cancels it.
        const unsentDonationId = await record(tx, { donorId, sendsReceipt: true });
        await change(tx, sent);
        await change(tx, unsentDonationId);
        const mails = await readMails(tx);
        expect(mails.map(([, template]) => template)).toEqual([
          "Donation Confirmation",
          "Donation Confirmation",
          "Receipt Voided",
        ]);
        expect(mails[2]).toEqual([
          await readEmail(tx, donorId),
          "Receipt Voided",
          mails[0]?.[2],
          null,
        ]);
      });
    },
  );

  test("stands on the statement beside others of its day: equal, corrected to another's amount, and moved away", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const [first, second, third] = [
        await record(tx, { donorId }),
        await record(tx, { donorId }),
        await record(tx, { donorId, amount: 20, reference: "7" }),
      ];
      const readStatement = async () => {
        const [row] = await tx<
          [{ statement: { gifts: { amount: number; givenAt: string }[]; total: number } }]
        >`
          select private.annual_statement(${donorId}, 2026) as statement`;
        return [
          row.statement.gifts.map(({ amount }) => amount).sort((a, b) => a - b),
          row.statement.total,
        ];
      };
      expect(await readStatement()).toEqual([[20, 50, 50], 120]);
      await correct(tx, third, { amount: 50, confirmsDuplicate: true });
      expect(await readStatement()).toEqual([[50, 50, 50], 150]);
      await correct(tx, second, { amount: 60 });
      expect(await readStatement()).toEqual([[50, 50, 60], 160]);
      await correct(tx, first, { receivedOn: "2025-12-31" });
      expect(await readStatement()).toEqual([[50, 60], 110]);
      expect(await readDifferences(tx)).toEqual([]);
    });
  });

  test("gets a corrected receipt only if its amount, day, donor or kind changed, and none if the box is unchecked", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const recordSent = async () => {
        const id = await record(tx, { donorId, sendsReceipt: true });
        await markReceiptsSent(tx);
        return id;
      };
      const readTemplate = async (id: string) =>
        (
          await tx<{ template: string }[]>`
            select template_name as template from public.email_outbox where dedupe_key = ${`receipt:${id}`}`
        )[0]?.template ?? "none";
      for (const [changes, template] of [
        [{ amount: 60 }, "Corrected Receipt"],
        [{ receivedOn: "2026-03-30" }, "Corrected Receipt"],
        [{ method: "cash" }, "Corrected Receipt"],
        [{ reference: "1042" }, "none"],
        [{ amount: 60, sendsReceipt: false }, "none"],
      ] as const) {
        const corrected = await correct(tx, await recordSent(), {
          confirmsDuplicate: true,
          ...changes,
        });
        expect([changes, await readTemplate(corrected)]).toEqual([changes, template]);
      }
      // A receipt that was never sent isn't replaced, also not on the paper that the donor downloads.
      const unsent = await record(tx, { donorId });
      const corrected = await correct(tx, unsent, { amount: 61, confirmsDuplicate: true });
      const [{ replaced }] = await tx<[{ replaced: string | null }]>`
        select private.donation_receipt(${corrected}) -> 'gifts' -> 0 ->> 'replacedReceiptNumber' as replaced`;
      expect([await readTemplate(corrected), replaced]).toEqual(["Donation Confirmation", null]);
    });
  });

  test("asks for confirmation if it looks like another donation from the donor", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      await record(tx, { donorId, reference: "1042" });
      const misreadId = await record(tx, { donorId, reference: "1024" });
      const recordCorrection = (confirmsDuplicate: boolean) => (savepoint: Transaction) =>
        correct(savepoint, misreadId, { reference: "1042", confirmsDuplicate });
      expect(await catchRefusalCode(tx, recordCorrection(false))).toBe("23514");
      expect(await catchRefusalCode(tx, recordCorrection(true))).toBeUndefined();
      // The donation being corrected doesn't count as a duplicate of its correction.
      const check = await record(tx, { donorId, reference: "7" });
      expect(
        await catchRefusalCode(tx, (savepoint) => correct(savepoint, check, { reference: "7" })),
      ).toBeUndefined();
    });
  });

  test("has an ordinary receipt if the original's receipt hasn't gone out yet", async () => {
    await withRollback(async (tx) => {
      const first = await record(tx, { donorId: await addDonor(tx), sendsReceipt: true });
      const second = await correct(tx, first, { amount: 60 });
      const [mail] = await tx`
        select template_name from public.email_outbox where dedupe_key = ${`receipt:${second}`}`;
      expect(mail).toEqual({ template_name: "Donation Confirmation" });
    });
  });

  test("sends no email if the box is unchecked, even if the receipt isn't the donor's anymore", async () => {
    await withRollback(async (tx) => {
      const first = await record(tx, { donorId: await addDonor(tx), sendsReceipt: true });
      await markReceiptsSent(tx);
      await correct(tx, first, { donorId: await addDonor(tx), sendsReceipt: false });
      const mails = await readMails(tx);
      expect(mails.map(([, template]) => template)).toEqual(["Donation Confirmation"]);
    });
  });

  test("sends no email if the original had no receipt and none was requested", async () => {
    await withRollback(async (tx) => {
      const first = await record(tx, { donorId: await addDonor(tx) });
      const second = await correct(tx, first, { amount: 60, sendsReceipt: false });
      const third = await correct(tx, second, { amount: 61 });
      const mails = await tx`
        select dedupe_key from public.email_outbox
        where dedupe_key in ${tx([first, second, third].map((id) => `receipt:${id}`))}`;
      expect(mails.map((mail) => mail["dedupe_key"])).toEqual([`receipt:${third}`]);
    });
  });

  test("is refused, and changes nothing, if the original came online, is voided, is the sale of shares or was imported", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const [online] = await tx<[{ id: string }]>`
        insert into public.donations (first_name, last_name, email, amount, is_demo, status)
        values ('Ann', 'Lee', 'ann@example.org', 50, true, 'completed') returning id`;
      const voided = await record(tx, { donorId });
      await voidBouncedDonation(tx, voided);
      const sale = await record(tx, { donorId, method: "stock" });
      const [{ id: imported }] = await tx<[{ id: string }]>`
        with file as (
          insert into public.imports (kind, source, file_name, file_hash, headings, mapping, row_count, is_demo)
          values ('donations', 'stripe', 'a.csv', ${"a".repeat(64)}, '["A"]', '{}', 1, true) returning id
        )
        insert into public.donations (donor_id, first_name, last_name, amount, is_demo, method, status, import_id, completed_at)
        select ${donorId}, 'Ann', 'Lee', 50, true, 'check', 'completed', id, now() from file returning id`;
      for (const id of [online.id, voided, sale, imported]) {
        expect(
          await catchRefusalCode(tx, (savepoint) => correct(savepoint, id, { amount: 60 })),
        ).toBe("CP021");
      }
      const check = await record(tx, { donorId });
      const futureDate = { receivedOn: "2099-01-01" };
      expect(await catchRefusalCode(tx, (savepoint) => correct(savepoint, check, futureDate))).toBe(
        "23514",
      );
      const [row] = await tx`select status from public.donations where id = ${check}`;
      expect(row).toEqual({ status: "completed" });
    });
  });
});
