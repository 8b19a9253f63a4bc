import { describe, expect, test } from "vitest";
import { waitUntilBlocked } from "./blocking.ts";
import {
  addAdmin,
  connect,
  runAs,
  server,
  visitor,
  withRollback,
  type Person,
  type Transaction,
} from "./connection.ts";
import { addDonor, catchRefusalCode } from "./recording.ts";

const SHARES = { kind: "stock", description: "Apple Inc. (AAPL)", shares: 40 };

const record = async (tx: Transaction, donorId: string, sendsLetter = true, admin?: Person) => {
  const [row] = await runAs(
    tx,
    admin ?? (await addAdmin(tx)),
    (asAdmin) => asAdmin<[{ id: string }]>`
      select private.record_noncash_donation(
        ${donorId}, ${SHARES.kind}, ${SHARES.description}, ${SHARES.shares}, '2026-03-31', true,
        sends_letter => ${sendsLetter}) as id`,
  );
  return row.id;
};

interface Changes {
  readonly donorId?: string;
  readonly kind?: string;
  readonly description?: string;
  readonly shares?: number | null;
  readonly receivedOn?: string;
  readonly sendsLetter?: boolean;
}

const correct = async (tx: Transaction, id: string, changes: Changes = {}, person?: Person) => {
  const [stored] = await tx<[{ donorId: string }]>`
    select donor_id as "donorId" from public.noncash_donations where id = ${id}`;
  const values = { ...stored, ...SHARES, receivedOn: "2026-03-30", sendsLetter: true, ...changes };
  const [row] = await runAs(
    tx,
    person ?? (await addAdmin(tx)),
    (asAdmin) => asAdmin<[{ id: string }]>`
      select private.correct_noncash_donation(
        ${id}, 'Misread', ${values.donorId}, ${values.kind}, ${values.description}, ${values.shares},
        ${values.receivedOn}, 'From her broker', ${values.sendsLetter}) as id`,
  );
  return row.id;
};

const voidDonation = async (tx: Transaction, id: string) =>
  runAs(
    tx,
    await addAdmin(tx),
    (asAdmin) => asAdmin`select private.void_noncash_donation(${id}, 'Entered twice')`,
  );

const sellShares = async (tx: Transaction, id: string) => {
  const [row] = await runAs(
    tx,
    await addAdmin(tx),
    (asAdmin) => asAdmin<[{ id: string }]>`
      select private.record_stock_sale(${id}, 100, '2026-04-01') as id`,
  );
  return row.id;
};

/** Marks the queued letters as sent on this day at 11 p.m. in the organization's time zone. */
const markLettersSent = (tx: Transaction, day: string) => tx`
  update public.email_outbox
  set status = 'sent', sent_at = (${day}::text::date + time '23:00') at time zone private.time_zone()
  where status = 'queued' and dedupe_key like 'noncash%'`;

const readEmail = async (tx: Transaction, donorId: string) =>
  (await tx<[{ email: string }]>`select email from public.donors where id = ${donorId}`)[0].email;

/** Returns this transaction's letters and the emails about them, each with its recipient, template and letter. */
const readLetters = async (tx: Transaction) => {
  const mails = await tx<
    { to: string; template: string; gift: string; letterDate: string; status: string }[]
  >`
    select to_email as to, template_name as template, data ->> 'gift' as gift, status,
      coalesce(data ->> 'replacedLetterDate', data ->> 'letterDate') as "letterDate"
    from public.email_outbox where created_at = now() and dedupe_key like 'noncash%'
    order by template_name = 'Letter Voided', data ->> 'gift', status`;
  return mails.map(({ to, template, gift, letterDate, status }) => [
    to,
    template,
    gift,
    letterDate,
    status,
  ]);
};

const describeShares = (shares: number) => `${shares} shares of ${SHARES.description}`;

describe("corrected shares or goods", () => {
  test("replace the voided entry, with a letter that names the one it replaces", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const email = await readEmail(tx, donorId);
      const first = await record(tx, donorId);
      await markLettersSent(tx, "2026-04-02");
      const second = await correct(tx, first, { shares: 45 });
      const rows = await tx`
        select id, voided_at is not null as voided, void_reason as reason, replaces_id as replaces,
          received_on::text as day, note,
          private.noncash_document(id) ->> 'replacedLetterDate' as "replacedLetter"
        from public.noncash_donations where donor_id = ${donorId} order by shares`;
      expect(rows.map((row) => ({ ...row }))).toEqual([
        {
          id: first,
          voided: true,
          reason: "Misread",
          replaces: null,
          day: "2026-03-31",
          note: null,
          replacedLetter: null,
        },
        {
          id: second,
          voided: false,
          reason: null,
          replaces: first,
          day: "2026-03-30",
          note: "From her broker",
          replacedLetter: "2026-04-02",
        },
      ]);
      expect(await readLetters(tx)).toEqual([
        [email, "Noncash Gift Received", describeShares(40), null, "sent"],
        [email, "Corrected Letter", describeShares(45), "2026-04-02", "queued"],
      ]);
      // The second letter was never sent, so the third still replaces the first.
      await correct(tx, second, { shares: 46 });
      expect((await readLetters(tx)).slice(1)).toEqual([
        [email, "Corrected Letter", describeShares(45), "2026-04-02", "canceled"],
        [email, "Corrected Letter", describeShares(46), "2026-04-02", "queued"],
      ]);
    });
  });

  test("to another donor get an ordinary letter, and the former donor is asked not to use theirs", async () => {
    await withRollback(async (tx) => {
      const [donorId, otherId] = [await addDonor(tx), await addDonor(tx)];
      const [email, otherEmail] = [await readEmail(tx, donorId), await readEmail(tx, otherId)];
      const first = await record(tx, donorId);
      await markLettersSent(tx, "2026-04-02");
      const second = await correct(tx, first, { donorId: otherId, shares: 45 });
      await markLettersSent(tx, "2026-04-09");
      const expected = [
        [email, "Noncash Gift Received", describeShares(40), null, "sent"],
        [otherEmail, "Noncash Gift Received", describeShares(45), null, "sent"],
        [email, "Letter Voided", describeShares(40), "2026-04-02", "sent"],
      ];
      expect(await readLetters(tx)).toEqual(expected);
      // Moves the donation back to the first donor, whose earlier letter isn't valid anymore.
      await correct(tx, second, { donorId, shares: 50 });
      expect(await readLetters(tx)).toEqual([
        ...expected.slice(0, 2),
        [email, "Noncash Gift Received", describeShares(50), null, "queued"],
        expected[2],
        [otherEmail, "Letter Voided", describeShares(45), "2026-04-09", "queued"],
      ]);
    });
  });

  test("don't replace a letter that its donor was asked not to use", async () => {
    await withRollback(async (tx) => {
      const [donorId, donorIdWithoutEmail] = [await addDonor(tx), await addDonor(tx, null)];
      const first = await record(tx, donorId);
      await markLettersSent(tx, "2026-04-02");
      const second = await correct(tx, first, { donorId: donorIdWithoutEmail });
      await correct(tx, second, { donorId, shares: 45, sendsLetter: true });
      expect((await readLetters(tx)).map(([, template, gift]) => [template, gift])).toEqual([
        ["Noncash Gift Received", describeShares(40)],
        ["Noncash Gift Received", describeShares(45)],
        ["Letter Voided", describeShares(40)],
      ]);
    });
  });

  test("send no email if the first letter wasn't emailed, unless a letter is requested now", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const email = await readEmail(tx, donorId);
      const second = await correct(tx, await record(tx, donorId, false), { sendsLetter: false });
      expect(await readLetters(tx)).toEqual([]);
      await correct(tx, second);
      expect(await readLetters(tx)).toEqual([
        [email, "Noncash Gift Received", describeShares(40), null, "queued"],
      ]);
    });
  });

  test("send no email if the box is unchecked, even if the letter isn't the donor's anymore", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const first = await record(tx, donorId);
      await markLettersSent(tx, "2026-04-02");
      const second = await correct(tx, first, { shares: 45, sendsLetter: false });
      await correct(tx, second, { donorId: await addDonor(tx), sendsLetter: false });
      expect((await readLetters(tx)).map(([, template]) => template)).toEqual([
        "Noncash Gift Received",
      ]);
    });
  });

  test("get an ordinary letter if the first one hasn't been sent, and the first one is never sent", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const email = await readEmail(tx, donorId);
      await correct(tx, await record(tx, donorId), { shares: 45 });
      expect(await readLetters(tx)).toEqual([
        [email, "Noncash Gift Received", describeShares(40), null, "canceled"],
        [email, "Noncash Gift Received", describeShares(45), null, "queued"],
      ]);
    });
  });

  test("aren't announced to an address that the donor no longer has", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const first = await record(tx, donorId);
      await markLettersSent(tx, "2026-04-02");
      await tx`update public.donors set email = null where id = ${donorId}`;
      await correct(tx, first);
      expect(await readLetters(tx)).toHaveLength(1);
    });
  });

  test("are refused, and change nothing, from when the shares are sold until the sale is voided", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const id = await record(tx, donorId);
      await markLettersSent(tx, "2026-04-02");
      const saleId = await sellShares(tx, id);
      expect(await catchRefusalCode(tx, (savepoint) => correct(savepoint, id))).toBe("CP022");
      expect(await catchRefusalCode(tx, (savepoint) => voidDonation(savepoint, id))).toBe("CP022");
      const [row] = await tx`
        select count(*)::integer as count, max(sale_id::text) as sale, max(void_reason) as reason
        from public.noncash_donations where donor_id = ${donorId}`;
      expect(row).toEqual({ count: 1, sale: saleId, reason: null });
      expect(await readLetters(tx)).toHaveLength(1);
      await runAs(
        tx,
        await addAdmin(tx),
        (asAdmin) => asAdmin`select private.void_donation(${saleId}, 'Wrong shares')`,
      );
      await sellShares(tx, await correct(tx, id, { shares: 45 }));
      expect([...(await tx`select * from private.donation_totals_differences()`)]).toEqual([]);
    });
  });

  test.for([
    ["a date in the future", { receivedOn: "2099-01-01" }, "23514"],
    ["stock without shares", { shares: null }, "23514"],
    ["an empty description", { description: " " }, "23514"],
    ["an unknown donor", { donorId: "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11" }, "CP009"],
  ] as const)("are refused with %s, and the original entry stays", async ([, changes, code]) => {
    await withRollback(async (tx) => {
      const id = await record(tx, await addDonor(tx));
      expect(await catchRefusalCode(tx, (savepoint) => correct(savepoint, id, changes))).toBe(code);
      const [row] = await tx`select voided_at from public.noncash_donations where id = ${id}`;
      expect(row).toEqual({ voided_at: null });
    });
  });

  test("can be corrected only by administrators, and the audit log says who did it but doesn't contain the description", async () => {
    await withRollback(async (tx) => {
      const id = await record(tx, await addDonor(tx));
      for (const person of [visitor, server]) {
        expect(
          await catchRefusalCode(tx, (savepoint) => correct(savepoint, id, {}, person)),
        ).toMatch(/^(42501|CP010)$/);
      }
      const corrected = await correct(tx, id);
      const entries = await tx`
        select action, after ->> 'description' as description, after ->> 'replaces_id' as replaces
        from public.audit_log
        where table_name = 'noncash_donations' and row_id in (${id}, ${corrected}) and actor_id is not null
        order by id`;
      expect(entries.map((entry) => ({ ...entry }))).toEqual([
        { action: "insert", description: "erased", replaces: null },
        { action: "update", description: "erased", replaces: null },
        { action: "insert", description: "erased", replaces: id },
      ]);
    });
  });
});

test("the person who got the letter for a voided gift is asked not to use it", async () => {
  await withRollback(async (tx) => {
    const donorId = await addDonor(tx);
    const email = await readEmail(tx, donorId);
    const sent = await record(tx, donorId);
    await markLettersSent(tx, "2026-04-02");
    const unsentDonationId = await record(tx, donorId);
    await voidDonation(tx, sent);
    await voidDonation(tx, unsentDonationId);
    expect(await readLetters(tx)).toEqual([
      [email, "Noncash Gift Received", describeShares(40), null, "canceled"],
      [email, "Noncash Gift Received", describeShares(40), null, "sent"],
      [email, "Letter Voided", describeShares(40), "2026-04-02", "queued"],
    ]);
    expect(await catchRefusalCode(tx, (savepoint) => correct(savepoint, sent))).toBe("CP021");
  });
});

test("if two administrators correct the same gift at the same time, the second one is refused", async () => {
  const [first, second] = [connect(), connect()];
  const { admin, donorId, id } = await first.begin(async (tx) => {
    const [admin, donorId] = [await addAdmin(tx), await addDonor(tx, null)];
    return { admin, donorId, id: await record(tx, donorId, false, admin) };
  });
  try {
    let refusal: Promise<string | undefined> | undefined;
    await first.begin(async (tx) => {
      await correct(tx, id, { shares: 45 }, admin);
      const [waiting] = await second<[{ pid: number }]>`select pg_backend_pid() as pid`;
      refusal = second.begin((other) =>
        catchRefusalCode(other, (savepoint) => correct(savepoint, id, { shares: 46 }, admin)),
      );
      await waitUntilBlocked(tx, waiting.pid);
    });
    expect(await refusal).toBe("CP021");
    const rows = await first`
      select shares::float from public.noncash_donations where donor_id = ${donorId} and voided_at is null`;
    expect(rows.map((row) => row["shares"])).toEqual([45]);
  } finally {
    await first`delete from public.noncash_donations where replaces_id = ${id}`;
    await first`delete from public.noncash_donations where id = ${id}`;
    await first`delete from public.donors where id = ${donorId}`;
    await first`delete from auth.users where id = ${admin.id}`;
    await first.end();
    await second.end();
  }
});
