import { expect, test } from "vitest";
import { withRollback, type Transaction } from "./connection.ts";

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
    ["ann@example.org", "Ann Lee", 2031],
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
