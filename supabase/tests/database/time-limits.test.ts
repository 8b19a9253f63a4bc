import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { addAdmin, addVolunteer, catchSqlState, runAs, type Transaction } from "./connection.ts";
import { addGiver, type Giver } from "./mail-givers.ts";
import { shareFixture } from "./shared-fixture.ts";

interface TimeLimit {
  readonly what: string;
  readonly lastAllowed: string;
  readonly firstRefused: string;
  readonly isAllowed: (tx: Transaction, moment: string, giver: Giver) => Promise<boolean>;
}

const countEmails = async (tx: Transaction, templates: readonly string[], email: string) => {
  const rows = await tx`
    select 1 from public.email_outbox
    where template_name in ${tx(templates)} and to_email = ${email} and created_at = now()`;
  return rows.length;
};

/** Returns whether the card may be sent on a day that is `distance` from today. */
const mayChooseCardDay: TimeLimit["isAllowed"] = async (tx, distance, { donationId }) =>
  (await catchSqlState(
    tx.savepoint(
      (savepoint) =>
        savepoint`select private.check_tribute(${donationId}, (private.today() + ${distance}::interval)::date)`,
    ),
  )) === undefined;

const sendsCardAt: TimeLimit["isAllowed"] = async (tx, moment, { card }) => {
  await tx`select private.queue_tributes(${moment}::text::timestamptz)`;
  return (await countEmails(tx, ["Memorial Card"], card.email)) === 1;
};

const sendsStatementOn: TimeLimit["isAllowed"] = async (tx, day, { addRealGift, recipient }) => {
  await addRealGift();
  await tx`select private.queue_annual_statements(${day}::date)`;
  return (await countEmails(tx, ["Annual Statement"], recipient.email)) === 1;
};

/** Returns whether news of an event that starts `distance` from now is still sent. */
const sendsNewsBefore: TimeLimit["isAllowed"] = async (tx, distance) => {
  const reader = await addVolunteer(tx);
  const [event] = await tx<[{ id: string }]>`
    insert into public.events (event_type, date, start_time, end_time, address)
    select 'Food Drive', start::date, start::time, '23:59:59', '7 Pier Road'
    from (select (now() + ${distance}::interval) at time zone private.time_zone() as start) as soon
    returning id`;
  const [{ id }] = await tx<[{ id: string }]>`
    select private.queue_email(
      'New Event', 'reader@example.org', 'A reader',
      jsonb_build_object('eventId', ${event.id}::uuid, 'volunteerId', person.id)
    ) as id
    from public.volunteers as person where person.account_id = ${reader.id}`;
  const [mail] = await tx<[{ problem: string | null }]>`
    select private.shift_mail_problem(mail) as problem from public.email_outbox as mail where mail.id = ${id}`;
  return mail.problem === null;
};

const TIME_LIMITS: readonly TimeLimit[] = [
  {
    what: "a card's day, at the latest",
    lastAllowed: "1 year",
    firstRefused: "1 year 1 day",
    isAllowed: mayChooseCardDay,
  },
  {
    what: "a card's day, at the earliest",
    lastAllowed: "0 days",
    firstRefused: "-1 day",
    isAllowed: mayChooseCardDay,
  },
  {
    what: "the hour at which cards leave",
    lastAllowed: "2025-03-20 09:00 America/Chicago",
    firstRefused: "2025-03-20 08:59:59 America/Chicago",
    isAllowed: sendsCardAt,
  },
  {
    what: "a late card",
    lastAllowed: "2025-04-17 23:59:59 America/Chicago",
    firstRefused: "2025-04-18 09:00 America/Chicago",
    isAllowed: sendsCardAt,
  },
  {
    what: "the first day of yearly statements",
    lastAllowed: "2026-01-31",
    firstRefused: "2026-01-30",
    isAllowed: sendsStatementOn,
  },
  {
    what: "the last day of yearly statements",
    lastAllowed: "2026-02-13",
    firstRefused: "2026-02-14",
    isAllowed: sendsStatementOn,
  },
  {
    what: "news of an event",
    lastAllowed: "2 minutes",
    firstRefused: "-1 minute",
    isAllowed: sendsNewsBefore,
  },
];

describe("the last moment that is allowed and the first that is refused", () => {
  const withGiver = shareFixture((tx) => addGiver(tx, uniqueWord()));

  test.each(TIME_LIMITS.map((limit) => [limit.what, limit] as const))("%s", async (_, limit) => {
    for (const [moment, isAllowed] of [
      [limit.lastAllowed, true],
      [limit.firstRefused, false],
    ] as const) {
      await withGiver(async (tx, giver) => {
        expect(await limit.isAllowed(tx, moment, giver), moment).toBe(isAllowed);
      });
    }
  });

  test("a link in the name of an anonymous donor, which the card doesn't say, refuses no card", async () => {
    await withGiver(async (tx, giver) => {
      await tx`update public.donations set last_name = 'www.example.org' where id = ${giver.donationId}`;
      expect(await mayChooseCardDay(tx, "1 day", giver)).toBe(false);
      await tx`update public.donations set is_anonymous = true where id = ${giver.donationId}`;
      expect(await mayChooseCardDay(tx, "1 day", giver)).toBe(true);
    });
  });

  test("a card chosen for yesterday, where it may still be today, is for today", async () => {
    const [row] = await withGiver(
      (tx) => tx`
      select private.card_day(private.today() - 1) = private.today() as yesterday,
        private.card_day(private.today() - 2) = private.today() - 2 as before,
        private.card_day(private.today() + 1) = private.today() + 1 as tomorrow,
        private.card_day(null) = private.today() as none`,
    );
    expect(row).toEqual({ yesterday: true, before: true, tomorrow: true, none: true });
  });
});

interface Link {
  readonly table: string;
  readonly lifetime: string;
  readonly create: (tx: Transaction, giver: Giver) => Promise<unknown>;
  /** Sends the same link again, if that renews it. */
  readonly renew?: (tx: Transaction) => Promise<unknown>;
}

const addApplication = async (tx: Transaction) => {
  const [application] = await tx<[{ id: string }]>`
    insert into public.volunteer_applications (first_name, last_name, email, availability)
    values ('Maya', 'Ortiz', ${`${uniqueWord()}@example.org`}, 'weekends') returning id`;
  return application.id;
};

const LINKS: readonly Link[] = [
  {
    table: "donor_links",
    lifetime: "24:00:00",
    create: (tx, { recipient }) => tx`select private.request_donor_link(${recipient.email})`,
  },
  {
    table: "donor_links",
    lifetime: "7 days",
    create: async (tx, { addRealGift }) => {
      await addRealGift();
      await tx`select private.queue_annual_statements('2026-02-01')`;
    },
  },
  {
    table: "activation_links",
    lifetime: "7 days",
    create: async (tx) => tx`select private.create_activation_link(${await addApplication(tx)})`,
    renew: (tx) => tx`
      select private.renew_activation_link(id) from public.activation_links where created_at = now()`,
  },
  {
    table: "admin_invitations",
    lifetime: "7 days",
    create: async (tx) =>
      runAs(
        tx,
        await addAdmin(tx),
        (owner) => owner`select private.invite_admin(${`${uniqueWord()}@example.org`}, '{giving}')`,
      ),
    renew: (tx) => tx`
      select private.renew_admin_invitation(id) from public.admin_invitations where created_at = now()`,
  },
];

describe("a link in an email", () => {
  const withGiver = shareFixture((tx) => addGiver(tx, uniqueWord()));

  test.each([
    ["just before it expires", "expires_at = now() + interval '1 second'", false, true],
    ["as it expires", "created_at = now() - interval '1 hour', expires_at = now()", false, false],
    ["once it was used", "used_at = now()", false, false],
    ["to an address that isn't the donor's", "used_at = null", true, false],
  ] as const)("to a donor's gifts, %s", async (_, change, isMistaken, opens) => {
    await withGiver(async (tx, { recipient }) => {
      await tx`update public.donor_emails set is_mistaken = ${isMistaken} where email_key = ${recipient.email}`;
      const [link] = await tx<
        [{ id: string }]
      >`select private.create_donor_link(${recipient.email}) as id`;
      await tx.unsafe(`update public.donor_links set ${change} where id = $1`, [link.id]);
      const [row] = await tx<[{ opens: boolean }]>`
        select private.redeem_donor_link(${link.id}) = now() + interval '1 hour' as opens`;
      expect(row.opens ?? false).toBe(opens);
    });
  });

  test.each(LINKS)("of $table works for $lifetime, however often it is sent", async (link) => {
    await withGiver(async (tx, giver) => {
      await link.create(tx, giver);
      await link.renew?.(tx);
      await link.renew?.(tx);
      const rows = await tx<{ isExact: boolean }[]>`
        select expires_at = now() + ${link.lifetime}::interval as "isExact"
        from ${tx(`public.${link.table}`)} where created_at = now()`;
      expect(rows.length).toBeGreaterThan(0);
      expect(new Set(rows.map(({ isExact }) => isExact))).toEqual(new Set([true]));
    });
  });
});
