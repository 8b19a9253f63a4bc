import { expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { addLogin, withRollback, type Transaction } from "./connection.ts";

interface Person {
  readonly id: string;
  readonly email: string;
}

const addEvent = async (tx: Transaction) => {
  const [event] = await tx<[{ id: string }]>`
    insert into public.events (event_type, date, start_time, end_time, address)
    values ('Food Drive', private.today() + 40, '09:00', '12:00', '7 Pier Road') returning id`;
  return event.id;
};

/** Each makes a volunteer known by itself, so that nobody deletes their data as unconfirmed. */
const REASONS: Readonly<Record<string, (tx: Transaction, person: Person) => Promise<unknown>>> = {
  hours: (tx, { id }) => tx`update public.volunteers set total_hours = 0.5 where id = ${id}`,
  packages: (tx, { id }) => tx`update public.volunteers set packages_helped = 1 where id = ${id}`,
  "a shift": async (tx, { id }) => tx`
    insert into public.volunteer_event_registrations (event_id, person_id) values (${await addEvent(tx)}, ${id})`,
  "hours outside shifts": (tx, { id }) => tx`
    insert into public.hour_entries (person_id, date, hours, activity)
    values (${id}, private.today() - 1, 1, 'office')`,
  "a qualification": (tx, { id }) => tx`
    insert into public.volunteer_qualifications (volunteer_id, kind, completed_on)
    values (${id}, 'training', private.today())`,
  "a record merged into theirs": async (tx, { id }) => {
    const [other] = await tx<[{ id: string }]>`
      insert into public.volunteers (name) values ('Other Name') returning id`;
    await tx`
      insert into public.volunteer_merges (kept_id, merged_id, choices, registration_count, merged_by)
      values (${id}, ${other.id}, '{}', 0, 'admin')`;
  },
  "an open account": async (tx, { email }) => {
    const login = await addLogin(tx, { email });
    await tx`
      insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
      values (${login.id}, ${email}, 'Maya', 'Ortiz', now())`;
  },
  "a pending application": (tx, { email }) => tx`
    insert into public.volunteer_applications (first_name, last_name, email, availability)
    values ('Maya', 'Ortiz', ${email}, 'weekends')`,
};

const isKnown = async (tx: Transaction, { email }: Person) => {
  const [row] = await tx<
    [{ known: boolean }]
  >`select private.is_known_volunteer(${email}) as known`;
  return row.known;
};

test.each(Object.entries(REASONS))(
  "threat 65: %s makes a volunteer known",
  async (_, addReason) => {
    await withRollback(async (tx) => {
      const email = `${uniqueWord()}@example.org`;
      const [{ id }] = await tx<[{ id: string }]>`
      insert into public.volunteers (name, email) values ('Maya Ortiz', ${email}) returning id`;
      expect(await isKnown(tx, { id, email })).toBe(false);
      await addReason(tx, { id, email });
      expect(await isKnown(tx, { id, email })).toBe(true);
    });
  },
);
