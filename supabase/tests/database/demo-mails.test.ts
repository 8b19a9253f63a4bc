import { describe, expect, it } from "vitest";
import { withRollback, type Transaction } from "./connection.ts";

/** Adds a donor with one donation of each kind, and returns the data of the emails about them. */
async function addDonor(tx: Transaction, isDemo: boolean) {
  const [donor] = await tx<[{ id: string }]>`
    insert into public.donors (first_name, last_name) values ('Ann', 'Lee') returning id`;
  const [subscription] = await tx<[{ id: string }]>`
    insert into public.subscriptions (attempt_id, donor_id, first_name, last_name, email, amount, status, is_demo)
    values (gen_random_uuid(), ${donor.id}, 'Ann', 'Lee', 'ann@demo.example.org', 25, 'active', ${isDemo}) returning id`;
  const [donation] = await tx<[{ id: string }]>`
    insert into public.donations (donor_id, first_name, last_name, email, amount, is_demo, status, completed_at)
    values (${donor.id}, 'Ann', 'Lee', 'ann@demo.example.org', 50, ${isDemo}, 'completed', now()) returning id`;
  const [noncash] = await tx<[{ id: string }]>`
    insert into public.noncash_donations (donor_id, kind, description, received_on, is_demo)
    values (${donor.id}, 'goods', 'Socks', private.today(), ${isDemo}) returning id`;
  return {
    "a donation": { donationId: donation.id },
    "a monthly donation": { subscriptionId: subscription.id },
    "a noncash donation": { noncashDonationId: noncash.id },
    "a donor": { donorId: donor.id },
    "a card": { tributeId: donation.id, isDemo },
  };
}

const isStopped = async (tx: Transaction, data: object, to: string) => {
  const [row] = await tx`
    with mail as (
      insert into public.email_outbox (template_name, to_email, data) values ('Gift Link', ${to}, ${tx.json(data as never)})
      returning *
    )
    select private.is_strangers_demo_mail(mail::public.email_outbox) as stopped from mail`;
  return row?.["stopped"] as boolean;
};

describe("threats 19 and 63: an email about money", () => {
  it("goes only to administrators if it's demo or test money", async () => {
    await withRollback(async (tx) => {
      const [administrator] = await tx<[{ email: string }]>`
        select account.email from public.users as person join auth.users as account using (id)
        where person.user_type = 'admin' limit 1`;
      const results: Record<string, boolean[]> = {};
      for (const isDemo of [true, false]) {
        for (const [about, data] of Object.entries(await addDonor(tx, isDemo))) {
          results[`${isDemo ? "demo" : "real"}: ${about}`] = [
            await isStopped(tx, data, "stranger@demo.example.org"),
            await isStopped(tx, data, administrator.email.toUpperCase()),
          ];
        }
      }
      const [stopsForStrangers, stopsForNobody] = [
        [true, false],
        [false, false],
      ];
      expect(results).toEqual(
        Object.fromEntries(
          Object.keys(results).map((name) => [
            name,
            name.startsWith("demo") ? stopsForStrangers : stopsForNobody,
          ]),
        ),
      );
    });
  });

  it("goes to a donor who has also given real money", async () => {
    await withRollback(async (tx) => {
      const { "a donor": data } = await addDonor(tx, true);
      await tx`
        insert into public.donations (donor_id, first_name, last_name, email, amount, is_demo, status, completed_at)
        values (${data.donorId}, 'Ann', 'Lee', 'ann@demo.example.org', 50, false, 'completed', now())`;
      expect(await isStopped(tx, data, "stranger@demo.example.org")).toBe(false);
    });
  });

  it("goes to everyone else, such as an applicant", async () => {
    await withRollback(async (tx) => {
      expect(await isStopped(tx, { name: "Ann" }, "stranger@demo.example.org")).toBe(false);
    });
  });
});
