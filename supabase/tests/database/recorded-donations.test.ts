import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { addAdmin, runAs, server, visitor, withRollback, type Transaction } from "./connection.ts";
import { addDonor, voidDonation, refusalOf, readTotal, readDifferences } from "./recording.ts";

interface NewDonation {
  readonly donorId?: string;
  readonly amount?: number;
  readonly method?: string;
  readonly receivedOn?: string;
  readonly reference?: string | null;
  readonly sendsReceipt?: boolean;
  readonly confirmsDuplicate?: boolean;
  readonly softCreditDonorId?: string | null;
  readonly depositId?: string | null;
}

const record = async (tx: Transaction, donation: NewDonation, person?: typeof visitor) => {
  const { donorId, amount = 50, method = "check", receivedOn = "2026-03-31" } = donation;
  const { reference = null, sendsReceipt = false, confirmsDuplicate = false } = donation;
  const { softCreditDonorId = null, depositId = null } = donation;
  const recorder = person ?? (await addAdmin(tx));
  const [row] = await runAs(
    tx,
    recorder,
    (asRecorder) => asRecorder<[{ id: string }]>`
      select private.record_donation(
        ${donorId ?? null}, ${amount}, ${method}, ${receivedOn}, true, reference => ${reference},
        sends_receipt => ${sendsReceipt}, confirms_duplicate => ${confirmsDuplicate},
        soft_credit_donor_id => ${softCreditDonorId}, deposit_id => ${depositId}) as id`,
  );
  return row.id;
};

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
      // Just after midnight in the organization's time zone, when it is still March in the west.
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
      const withoutEmail = await addDonor(tx, null);
      const ids = [
        await record(tx, { donorId, sendsReceipt: true }),
        await record(tx, { donorId, sendsReceipt: false }),
        await record(tx, { donorId: withoutEmail, sendsReceipt: true }),
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
      expect(await refusalOf(tx, (savepoint) => record(savepoint, { donorId, ...donation }))).toBe(
        code,
      );
      expect(await readTotal(tx, donorId)).toBe("none");
    });
  });

  test("asks before it accepts the same donor, number and amount again", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const check = { donorId, reference: "1042" };
      const first = await record(tx, check);
      const isRefused = (donation: NewDonation) =>
        refusalOf(tx, (savepoint) => record(savepoint, donation));
      expect(await isRefused(check)).toBe("23514");
      expect(await isRefused({ ...check, amount: 51 })).toBeUndefined();
      expect(await isRefused({ ...check, method: "ira" })).toBe("23514");
      expect(await isRefused({ ...check, confirmsDuplicate: true })).toBeUndefined();
      // Cash has no number, so two equal gifts are no surprise.
      expect(await isRefused({ donorId, method: "cash" })).toBeUndefined();
      expect(await isRefused({ donorId, method: "cash" })).toBeUndefined();
      await tx`delete from public.donations where donor_id = ${donorId} and id <> ${first}`;
      await voidDonation(tx, first);
      expect(await isRefused(check)).toBeUndefined();
    });
  });

  test("no longer counts once it is voided, keeps its row and number, and can't be voided twice", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const id = await record(tx, { donorId, amount: 75.5 });
      await voidDonation(tx, id);
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
      expect(await refusalOf(tx, (savepoint) => voidDonation(savepoint, id))).toBe("CP021");
    });
  });

  test("an online donation can't be voided", async () => {
    await withRollback(async (tx) => {
      const [online] = await tx<[{ id: string }]>`
        insert into public.donations (first_name, last_name, email, amount, is_demo, status)
        values ('Ann', 'Lee', 'ann@example.org', 50, true, 'completed') returning id`;
      expect(await refusalOf(tx, (savepoint) => voidDonation(savepoint, online.id))).toBe("CP021");
    });
  });

  test("only administrators record and void, and each entry names who did it", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const id = await record(tx, { donorId });
      for (const person of [visitor, server]) {
        expect(await refusalOf(tx, (savepoint) => record(savepoint, { donorId }, person))).toMatch(
          /^(42501|CP010)$/,
        );
      }
      await voidDonation(tx, id);
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
    "%s counts for its giver and thanks the person behind it, without a receipt",
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

  test("nobody is thanked without an address, without being asked, or after a void", async () => {
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
      await voidDonation(tx, voided);
      const [mail] = await tx`
        select status from public.email_outbox where dedupe_key = ${`soft-credit:${voided}`}`;
      expect(mail).toEqual({ status: "cancelled" });
    });
  });

  test("a check is credited to nobody else, and nobody to themselves", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const softCreditDonorId = await addDonor(tx);
      const refusals = [
        { donorId, softCreditDonorId },
        { donorId, softCreditDonorId: donorId, method: "employer_match" },
      ];
      for (const donation of refusals) {
        expect(await refusalOf(tx, (savepoint) => record(savepoint, donation))).toBe("23514");
      }
    });
  });
});

test("an IRA distribution is receipted and says so", async () => {
  await withRollback(async (tx) => {
    const donorId = await addDonor(tx);
    const id = await record(tx, { donorId, method: "ira", sendsReceipt: true });
    const [row] = await tx`
      select private.donation_receipt(${id}) -> 'gifts' -> 0 ->> 'method' as method,
        (select data ->> 'method' from public.email_outbox where dedupe_key = ${`receipt:${id}`}) as mailed`;
    expect(row).toEqual({ method: "ira", mailed: "ira" });
  });
});

const sendMails = (tx: Transaction) => tx`
  update public.email_outbox set status = 'sent', sent_at = now() where status = 'queued' and dedupe_key like 'receipt%'`;

const emailOf = async (tx: Transaction, donorId: string) =>
  (await tx<[{ email: string }]>`select email from public.donors where id = ${donorId}`)[0].email;

/** Returns the emails about receipts of this transaction, in order: to whom, from which template and about which receipts. */
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
      sendsReceipt: false,
      ...changes,
    };
    const [row] = await runAs(
      tx,
      await addAdmin(tx),
      (asAdmin) => asAdmin<[{ id: string }]>`
        select private.correct_donation(
          ${id}, 'Misread', ${values.donorId}, ${values.amount}, ${values.method}, ${values.receivedOn}, null, null, null,
          false, ${values.sendsReceipt}, null) as id`,
    );
    return row.id;
  };

  test("takes the place of the first in every total, with a receipt that names the one it replaces", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const otherId = await addDonor(tx);
      const first = await record(tx, { donorId, sendsReceipt: true });
      await sendMails(tx);
      const second = await correct(tx, first, { amount: 60 });
      await sendMails(tx);
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
        await emailOf(tx, donorId),
        await emailOf(tx, otherId),
      ];
      // Whoever got a receipt that someone else's gift takes the place of is told not to use it.
      expect(await readMails(tx)).toEqual([
        [email, "Donation Confirmation", numbers[0], null],
        [email, "Corrected Receipt", numbers[1], numbers[0]],
        [otherEmail, "Donation Confirmation", numbers[2], null],
        [email, "Receipt Voided", numbers[1], null],
      ]);
    });
  });

  test.for([
    ["is voided", (tx: Transaction, id: string) => voidDonation(tx, id)],
    [
      "turns out to be a fund's grant",
      (tx: Transaction, id: string) => correct(tx, id, { method: "donor_advised_fund" }),
    ],
  ] as const)(
    "whoever got a receipt for a donation that %s is told not to use it",
    async ([, change]) => {
      await withRollback(async (tx) => {
        const donorId = await addDonor(tx);
        const sent = await record(tx, { donorId, sendsReceipt: true });
        await sendMails(tx);
        // The sender cancels this one.
        const unsent = await record(tx, { donorId, sendsReceipt: true });
        await change(tx, sent);
        await change(tx, unsent);
        const mails = await readMails(tx);
        expect(mails.map(([, template]) => template)).toEqual([
          "Donation Confirmation",
          "Donation Confirmation",
          "Receipt Voided",
        ]);
        expect(mails[2]).toEqual([
          await emailOf(tx, donorId),
          "Receipt Voided",
          mails[0]?.[2],
          null,
        ]);
      });
    },
  );

  test("has an ordinary receipt if the first one hasn't gone out yet", async () => {
    await withRollback(async (tx) => {
      const first = await record(tx, { donorId: await addDonor(tx), sendsReceipt: true });
      const second = await correct(tx, first, { amount: 60 });
      const [mail] = await tx`
        select template_name from public.email_outbox where dedupe_key = ${`receipt:${second}`}`;
      expect(mail).toEqual({ template_name: "Donation Confirmation" });
    });
  });

  test("mails nothing if the first wasn't receipted and that isn't asked for", async () => {
    await withRollback(async (tx) => {
      const first = await record(tx, { donorId: await addDonor(tx) });
      const second = await correct(tx, first, { amount: 60 });
      const third = await correct(tx, second, { amount: 61, sendsReceipt: true });
      const mails = await tx`
        select dedupe_key from public.email_outbox
        where dedupe_key in ${tx([first, second, third].map((id) => `receipt:${id}`))}`;
      expect(mails.map((mail) => mail["dedupe_key"])).toEqual([`receipt:${third}`]);
    });
  });

  test("is refused if it came online, is voided already, is the sale of shares or was imported; nothing changes", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const [online] = await tx<[{ id: string }]>`
        insert into public.donations (first_name, last_name, email, amount, is_demo, status)
        values ('Ann', 'Lee', 'ann@example.org', 50, true, 'completed') returning id`;
      const voided = await record(tx, { donorId });
      await voidDonation(tx, voided);
      const sale = await record(tx, { donorId, method: "stock" });
      const [{ id: imported }] = await tx<[{ id: string }]>`
        with file as (
          insert into public.imports (kind, source, file_name, file_hash, headings, mapping, row_count, is_demo)
          values ('donations', 'stripe', 'a.csv', ${"a".repeat(64)}, '["A"]', '{}', 1, true) returning id
        )
        insert into public.donations (donor_id, first_name, last_name, amount, is_demo, method, status, import_id, completed_at)
        select ${donorId}, 'Ann', 'Lee', 50, true, 'check', 'completed', id, now() from file returning id`;
      for (const id of [online.id, voided, sale, imported]) {
        expect(await refusalOf(tx, (savepoint) => correct(savepoint, id, { amount: 60 }))).toBe(
          "CP021",
        );
      }
      const check = await record(tx, { donorId });
      const future = { receivedOn: "2099-01-01" };
      expect(await refusalOf(tx, (savepoint) => correct(savepoint, check, future))).toBe("23514");
      const [row] = await tx`select status from public.donations where id = ${check}`;
      expect(row).toEqual({ status: "completed" });
    });
  });
});
