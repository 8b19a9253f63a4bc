import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { addAdmin, runAs, withRollback, type Transaction } from "./connection.ts";
import { createImporter, donationRow } from "./import-fixture.ts";

/** Adds a donation in a year that neither other tests nor the demo content use. */
const addDonation = (
  tx: Transaction,
  email: string,
  at: string,
  isDemo = false,
  firstName = "Ann",
) => tx`
  insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
  values (${firstName}, 'Lee', ${email}, 40, ${isDemo}, 'completed', ${at})
  returning id`;
const refund = (tx: Transaction, id: string, amount: number) => tx`
  insert into public.donation_adjustments (donation_id, kind, amount, status)
  values (${id}, 'refund', ${amount}, 'succeeded')`;
async function queueStatements(tx: Transaction, day: string): Promise<number> {
  const [row] = await tx<[{ queued: number }]>`
    select private.queue_annual_statements(${day}) as queued`;
  return row.queued;
}
const readMails = (tx: Transaction) =>
  tx<{ to: string; name: string; year: number; link: string }[]>`
    select to_email as to, to_name as name, (data ->> 'year')::int as year, data ->> 'giftLinkId' as link
    from public.email_outbox where template_name = 'Annual Statement' order by to_email`;

test("each donor gets one email on the last day of January or, if the job is late, within two weeks", async () => {
  const result = await withRollback(async (tx) => {
    await addDonation(tx, "Ann@example.org", "2031-03-01", false, "Annie");
    await addDonation(tx, "ann@example.org", "2031-12-01");
    await addDonation(tx, "bob@example.org", "2031-05-01");
    const counts = [];
    for (const day of ["2032-01-30", "2032-01-31", "2032-02-01", "2032-02-13", "2032-02-14"]) {
      if (day === "2032-02-01") await addDonation(tx, "eve@example.org", "2031-06-01");
      counts.push(await queueStatements(tx, day));
    }
    const links = await tx<{ donor: string; days: number }[]>`
      select email_key as donor, round(extract(epoch from expires_at - now()) / 86400)::int as days
      from public.donor_links where id in (
        select (data ->> 'giftLinkId')::uuid from public.email_outbox where template_name = 'Annual Statement'
      ) order by email_key`;
    return { counts, mails: await readMails(tx), links: [...links] };
  });
  expect(result.counts).toEqual([0, 2, 1, 0, 0]);
  expect(result.mails.map(({ to, name, year }) => [to, name, year])).toEqual([
    ["Ann@example.org", "Ann Lee", 2031],
    ["bob@example.org", "Ann Lee", 2031],
    ["eve@example.org", "Ann Lee", 2031],
  ]);
  expect(result.links).toEqual([
    { donor: "ann@example.org", days: 7 },
    { donor: "bob@example.org", days: 7 },
    { donor: "eve@example.org", days: 7 },
  ]);
});

test("no email is sent for demo donations, full refunds or other years", async () => {
  const emails = await withRollback(async (tx) => {
    await tx`update public.settings set time_zone = 'America/Chicago'`;
    await addDonation(tx, "demo@example.org", "2031-03-01", true);
    const [refundedDonation] = await addDonation(tx, "whole@example.org", "2031-03-01");
    await refund(tx, String(refundedDonation?.["id"]), 40);
    const [partlyRefundedDonation] = await addDonation(tx, "part@example.org", "2031-03-01");
    await refund(tx, String(partlyRefundedDonation?.["id"]), 39.99);
    await addDonation(tx, "before@example.org", "2031-01-01T05:59:59Z");
    await addDonation(tx, "first@example.org", "2031-01-01T06:00:00Z");
    await addDonation(tx, "last@example.org", "2032-01-01T05:59:59Z");
    await addDonation(tx, "after@example.org", "2032-01-01T06:00:00Z");
    await queueStatements(tx, "2032-01-31");
    return (await readMails(tx)).map(({ to }) => to);
  });
  expect(emails).toEqual(["first@example.org", "last@example.org", "part@example.org"]);
});

describe("a statement that has left", () => {
  /** Adds a donor whose statement for 2021 was emailed, and returns the donor's id. */
  async function sendStatement(tx: Transaction, email: string): Promise<string> {
    await addDonation(tx, email, "2021-03-01T12:00:00Z");
    const [donor] = await tx<[{ id: string }]>`
      select donor_id as id from public.donor_emails where email_key = lower(${email})`;
    await queueStatements(tx, "2022-01-31");
    await tx`update public.email_outbox set status = 'sent', sent_at = now() where template_name = 'Annual Statement'`;
    return donor.id;
  }
  const readCorrections = async (tx: Transaction, donorId: string) => {
    const mails = await tx<{ to: string; year: number }[]>`
      select to_email as to, (data ->> 'year')::int as year from public.email_outbox
      where template_name = 'Corrected Statement' and dedupe_key like ${`%:${donorId}:%`} order by dedupe_key`;
    return mails.map(({ to, year }) => [to, year]);
  };
  const readStatement = async (tx: Transaction, donorId: string) =>
    (await tx`select private.annual_statement(${donorId}, 2021) as document`)[0]?.["document"] as {
      total: number;
      isCorrected: boolean;
    };

  test("is corrected once for each change that the donor wasn't told of, and says so", async () => {
    await withRollback(async (tx) => {
      await tx`update public.settings set real_payments = true`;
      const email = `${uniqueWord()}@example.org`;
      const donorId = await sendStatement(tx, email);
      expect(await readStatement(tx, donorId)).toMatchObject({ total: 40, isCorrected: false });

      await addDonation(tx, email, "2022-01-01T12:00:00Z");
      expect(await readCorrections(tx, donorId), "a gift of another year").toEqual([]);
      const [late] = await addDonation(tx, email, "2021-12-31T12:00:00Z");
      const [later] = await addDonation(tx, email, "2021-12-30T12:00:00Z");
      expect(await readCorrections(tx, donorId)).toEqual([[email, 2021]]);
      expect(await readStatement(tx, donorId)).toMatchObject({ total: 120, isCorrected: true });

      await tx`update public.email_outbox set status = 'sent', sent_at = now() where template_name = 'Corrected Statement'`;
      await refund(tx, String(late?.["id"]), 10);
      await refund(tx, String(later?.["id"]), 40);
      expect(await readCorrections(tx, donorId)).toEqual([
        [email, 2021],
        [email, 2021],
      ]);
    });
  });

  test("is corrected at the donor's new address, and not after an import or a note", async () => {
    await withRollback(async (tx) => {
      const email = `${uniqueWord()}@example.org`;
      const donorId = await sendStatement(tx, email);
      await tx`update public.donors set email = ${`new-${email}`} where id = ${donorId}`;
      await tx`update public.donations set note = 'For socks' where donor_id = ${donorId}`;
      const importer = await createImporter(tx);
      await importer.import([donationRow({ email: `new-${email}`, receivedOn: "2021-05-01" })]);
      expect(await readCorrections(tx, donorId)).toEqual([]);
      await tx`
        insert into public.donations (donor_id, first_name, last_name, amount, method, status, completed_at, given_on)
        values (${donorId}, 'Ann', 'Lee', 9, 'check', 'completed', '2022-01-03', '2021-12-31')`;
      expect(await readCorrections(tx, donorId)).toEqual([[`new-${email}`, 2021]]);
    });
  });

  test("isn't corrected by email if the administrator doesn't check the box, or if only a note changes", async () => {
    await withRollback(async (tx) => {
      const email = `${uniqueWord()}@example.org`;
      const donorId = await sendStatement(tx, email);
      const admin = await addAdmin(tx);
      const runInBooks = async (call: string) => {
        const [row] = await runAs(tx, admin, (asAdmin) =>
          asAdmin.unsafe<[{ id: string }]>(`select private.${call} as id`),
        );
        return row.id;
      };
      const recordCheck = (sends: boolean) =>
        runInBooks(
          `record_donation('${donorId}', 9, 'check', '2021-12-31', false, sends_receipt => ${sends}, confirms_duplicate => true)`,
        );
      const correct = (id: string, amount: number, reference: string, sends: boolean) =>
        runInBooks(
          `correct_donation('${id}', 'Misread', '${donorId}', ${amount}, 'check', '2021-12-31', '${reference}', null, null,
            false, ${sends}, null, true)`,
        );
      const check = await recordCheck(false);
      const corrected = await correct(check, 19, "7", false);
      await tx`update public.email_outbox set status = 'sent', sent_at = now() where template_name = 'Corrected Receipt'`;
      const noted = await correct(corrected, 19, "17", true);
      expect(await readCorrections(tx, donorId)).toEqual([]);
      await correct(noted, 29, "17", true);
      expect(await readCorrections(tx, donorId)).toEqual([[email, 2021]]);
      await tx`update public.email_outbox set status = 'sent', sent_at = now() where template_name = 'Corrected Statement'`;
      await recordCheck(true);
      expect(await readCorrections(tx, donorId)).toHaveLength(2);
    });
  });
});
