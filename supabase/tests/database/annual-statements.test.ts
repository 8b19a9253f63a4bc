import { expect, test } from "vitest";
import { rolledBack, type Transaction } from "./connection.ts";

/** Adds a donation in a year that neither other tests nor the demo content use. */
const give = (tx: Transaction, email: string, at: string, isDemo = false, firstName = "Ann") => tx`
  insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
  values (${firstName}, 'Lee', ${email}, 40, ${isDemo}, 'completed', ${at})
  returning id`;
const refund = (tx: Transaction, id: string, amount: number) => tx`
  insert into public.donation_adjustments (donation_id, kind, amount, status)
  values (${id}, 'refund', ${amount}, 'succeeded')`;
async function queue(tx: Transaction, day: string): Promise<number> {
  const [row] = await tx<[{ queued: number }]>`
    select private.queue_annual_statements(${day}) as queued`;
  return row.queued;
}
const mails = (tx: Transaction) =>
  tx<{ to: string; name: string; year: number; link: string }[]>`
    select to_email as to, to_name as name, (data ->> 'year')::int as year, data ->> 'giftLinkId' as link
    from public.email_outbox where template_name = 'Annual Statement' order by to_email`;

test("each donor gets one email on the last day of January or, if the job is late, within two weeks", async () => {
  const result = await rolledBack(async (tx) => {
    await give(tx, "Ann@example.org", "2031-03-01", false, "Annie");
    await give(tx, "ann@example.org", "2031-12-01");
    await give(tx, "bob@example.org", "2031-05-01");
    const counts = [];
    for (const day of ["2032-01-30", "2032-01-31", "2032-02-01", "2032-02-13", "2032-02-14"]) {
      if (day === "2032-02-01") await give(tx, "eve@example.org", "2031-06-01");
      counts.push(await queue(tx, day));
    }
    const links = await tx<{ donor: string; days: number }[]>`
      select email_key as donor, round(extract(epoch from expires_at - now()) / 86400)::int as days
      from public.donor_links where id in (
        select (data ->> 'giftLinkId')::uuid from public.email_outbox where template_name = 'Annual Statement'
      ) order by email_key`;
    return { counts, mails: await mails(tx), links: [...links] };
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

test("leaves out demo donations, full refunds and other years", async () => {
  const emails = await rolledBack(async (tx) => {
    await tx`update public.settings set time_zone = 'America/Chicago'`;
    await give(tx, "demo@example.org", "2031-03-01", true);
    const [whole] = await give(tx, "whole@example.org", "2031-03-01");
    await refund(tx, String(whole?.["id"]), 40);
    const [part] = await give(tx, "part@example.org", "2031-03-01");
    await refund(tx, String(part?.["id"]), 39.99);
    await give(tx, "before@example.org", "2031-01-01T05:59:59Z");
    await give(tx, "first@example.org", "2031-01-01T06:00:00Z");
    await give(tx, "last@example.org", "2032-01-01T05:59:59Z");
    await give(tx, "after@example.org", "2032-01-01T06:00:00Z");
    await queue(tx, "2032-01-31");
    return (await mails(tx)).map(({ to }) => to);
  });
  expect(emails).toEqual(["first@example.org", "last@example.org", "part@example.org"]);
});
