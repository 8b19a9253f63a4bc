import { afterAll, describe, expect, test } from "vitest";
import { createPostgresClient } from "../../functions/_shared/clients/connections.ts";
import { hourEntryEndpoints } from "../../functions/_shared/contracts/hour-entries.ts";
import { findMissedPayment } from "../../functions/payments/queries/reconciliations.ts";
import { selectPersonContact } from "../../functions/_shared/queries/person-contact.ts";
import { listHourEntries } from "../../functions/api/hour-entries/queries.ts";
import { withRollbackIn } from "../rolled-back.ts";
import { readStackFacts } from "../stack-facts.ts";
import { uniqueWord } from "../unique-word.ts";
import { addAdmin, addVolunteer, runAs, type Transaction } from "./connection.ts";

// The queries expect rows as the functions' own client returns them.
const client = createPostgresClient(readStackFacts().databaseUrl, () => undefined);
afterAll(() => client.end());

const withRollback = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  withRollbackIn<Transaction, Result>(
    (run) => client.begin((tx) => run(tx as unknown as Transaction)),
    work,
  );

const findPerson = async (tx: Transaction, accountId: string) => {
  const [person] = await tx<[{ id: string }]>`
    select id from public.volunteers where account_id = ${accountId}`;
  return person.id;
};

describe("a person with several email addresses", () => {
  const ADDRESSES = { login: "login", own: "own", contact: "contact" };

  test.each([
    ["login, own and someone else's", ADDRESSES, "login"],
    ["own and someone else's", { own: "own", contact: "contact" }, "own"],
    ["someone else's", { contact: "contact" }, "contact"],
    ["no", {}, null],
  ] as const)("(%s) is listed with the one that gets their emails", async (_, values, expected) => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const addresses: Partial<Record<keyof typeof ADDRESSES, string>> = values;
      const toEmail = (name: string | undefined) =>
        name === undefined ? null : `${name}-${word}@example.org`;
      const [person] = await tx<[{ id: string }]>`
        insert into public.volunteers (name, email, contact_email)
        values ('Pat Paper', ${toEmail(addresses.own)}, ${toEmail(addresses.contact)}) returning id`;
      if (addresses.login !== undefined) {
        const account = await addVolunteer(tx, { email: toEmail(addresses.login)! });
        await tx`delete from public.volunteers where account_id = ${account.id}`;
        await tx`update public.volunteers set account_id = ${account.id} where id = ${person.id}`;
      }
      const rows = await tx<{ email: string | null; firstName: string; lastName: string }[]>`
        select ${selectPersonContact(tx)} from public.volunteers as person
        left join public.volunteer_accounts as account on account.id = person.account_id
        where person.id = ${person.id}`;
      const [reachable] = await tx<[{ email: string | null }]>`
        select email from private.reachable_people where id = ${person.id}`;
      const email = toEmail(expected ?? undefined);
      expect([rows[0]?.email, reachable.email]).toEqual([email, email]);
      const name = "login" in values ? ["Test", "Volunteer"] : ["Pat", "Paper"];
      expect([rows[0]?.firstName, rows[0]?.lastName]).toEqual(name);
    });
  });
});

test("a volunteer's login is closed if the account or the person isn't active", async () => {
  await withRollback(async (tx) => {
    const readState = async (accountId: string) => {
      const [row] = await tx<[{ state: string }]>`
        select private.volunteer_login(person) ->> 'state' as state from public.volunteers as person
        where person.account_id = ${accountId}`;
      return row.state;
    };
    const { id } = await addVolunteer(tx);
    expect(await readState(id)).toBe("open");
    await tx`update public.volunteer_accounts set is_active = false where id = ${id}`;
    expect(await readState(id)).toBe("closed");
  });
});

test.each([
  ["2025-06-14", "Food Drive"],
  ["2025-06-15", "Food Drive"],
  ["2025-06-13", null],
  ["2025-06-16", null],
])("hours handed in for %s name the shift of that night: %s", async (date, name) => {
  await withRollback(async (tx) => {
    const personId = await findPerson(tx, (await addVolunteer(tx)).id);
    const [event] = await tx<[{ id: string }]>`
      insert into public.events (event_type, date, start_time, end_time, ends_next_day, address)
      values ('Food Drive', '2025-06-14', '20:00', '02:00', true, '1 Overnight Way') returning id`;
    const activity = uniqueWord();
    await tx`
      insert into public.hour_entries (person_id, date, hours, activity, status)
      values (${personId}, ${date}, 1.5, ${activity}, 'pending')`;
    await tx`
      insert into public.volunteer_event_registrations (person_id, event_id, attendance, confirmed_at)
      values (${personId}, ${event.id}, 'confirmed', now())`;
    const query = hourEntryEndpoints.listHourEntries.query.parse({ search: activity });
    const { items } = await listHourEntries(tx, query);
    expect(items.map(({ shiftThatDay }) => shiftThatDay)).toEqual([
      name === null ? null : expect.stringContaining(name),
    ]);
  });
});

test("highlights are listed latest first, also if only a few are read", async () => {
  await withRollback(async (tx) => {
    const all = await tx<{ id: string }[]>`
      select id from public.volunteer_highlights where is_published order by created_at desc, id desc`;
    expect(all.length).toBeGreaterThan(2);
    await tx`select set_config('role', 'anon', true)`;
    const [row] = await tx<[{ shown: { id: string }[] }]>`
      select private.home() -> 'highlights' as shown`;
    expect(row.shown.map(({ id }) => id)).toEqual(all.slice(0, 3).map(({ id }) => id));
  });
});

test.each([
  ["an administrator of an area", "areas = '{giving}'"],
  ["not an administrator", "user_type = 'user'"],
])(
  "once an owner is %s, their open invitations are revoked, and the emails canceled",
  async (_, change) => {
    await withRollback(async (tx) => {
      const owner = await addAdmin(tx);
      const email = `${uniqueWord()}@example.org`;
      await runAs(
        tx,
        owner,
        (asOwner) => asOwner`select private.invite_admin(${email}, '{giving}')`,
      );
      const read = async () => {
        const [row] = await tx<[{ isOpen: boolean; status: string }]>`
        select invitation.revoked_at is null as is_open, mail.status
        from public.admin_invitations as invitation
        join public.email_outbox as mail on mail.dedupe_key = 'admin-invitation:' || invitation.id
        where invitation.email = ${email}`;
        return row;
      };
      expect(await read()).toEqual({ isOpen: true, status: "queued" });
      await tx.unsafe(`update public.users set ${change} where id = $1`, [owner.id]);
      expect(await read()).toEqual({ isOpen: false, status: "canceled" });
    });
  },
);

test("of payments whose events never came, the latest is remembered", async () => {
  await withRollback(async (tx) => {
    const word = uniqueWord();
    const payments = ["2026-11-01T10:00:00Z", "2026-11-01T11:00:00Z"].map((paidAt, index) => ({
      paymentIntentId: `pi_${word}_${index}`,
      chargeId: undefined,
      paidAt,
    }));
    for (const { paymentIntentId } of payments) {
      await tx`
        insert into public.donations (first_name, last_name, email, amount, is_demo, stripe_payment_intent_id)
        values ('Ann', 'Lee', ${`${word}@example.org`}, 5, false, ${paymentIntentId})`;
    }
    expect(Date.parse((await findMissedPayment(tx, payments))!)).toBe(
      Date.parse(payments[1]!.paidAt),
    );
    expect(await findMissedPayment(tx, [])).toBeNull();
  });
});
