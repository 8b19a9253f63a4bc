import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { waitUntilBlocked } from "./blocking.ts";
import {
  addAdmin,
  addLogin,
  connect,
  catchSqlState,
  runAs,
  visitor,
  withRollback,
  type Person,
  type Transaction,
} from "./connection.ts";
import { catchHint } from "./merging.ts";
import {
  addVolunteerWithAccount,
  addVolunteerWithoutAccount,
  addShift,
  mergeVolunteersAs,
  readVolunteer,
  signUp,
  undoVolunteerMergeAs,
  setUpVolunteerMerges,
  type VolunteerWithAccount,
} from "./merging-volunteers.ts";

const change = (tx: Transaction, { id }: { id: string }, fields: object) =>
  tx`update public.volunteers set ${tx(fields)} where id = ${id}`;

describe("the fields of the volunteer who is kept", () => {
  test("are chosen, joined, and restored by undo unless someone has changed them since", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpVolunteerMerges(tx);
      const [ann, bob] = [await addVolunteerWithAccount(tx), await addVolunteerWithAccount(tx)];
      const details = { name: "Ann Lee", phone: "111", zip_code: "76102", city: "Fort Worth" };
      await change(tx, ann, { ...details, notes: "Calls first", opening_hours: 2 });
      await tx`update public.volunteers set tags = '["CPR"]' where id = ${ann.id}`;
      await change(tx, bob, {
        name: "Anna Lee-Hart",
        phone: "222",
        zip_code: "10001",
        city: "New York",
        notes: "Has a van",
      });
      await tx`
        update public.volunteers set tags = '["cpr", "Drives a van"]', opening_hours = 5 where id = ${bob.id}`;
      const mergeId = await merge(ann, bob, {
        name: "merged",
        phone: "merged",
        location: "merged",
      });
      expect(await readVolunteer(tx, ann.id)).toMatchObject({
        name: "Anna Lee-Hart",
        phone: "222",
        email: ann.email,
        notes: "Calls first\n\nHas a van",
        tags: ["CPR", "Drives a van"],
        hours: 7,
      });
      await tx`update public.volunteers set phone = '333', opening_hours = opening_hours + 1 where id = ${ann.id}`;
      await undo(mergeId);
      expect(await readVolunteer(tx, ann.id)).toMatchObject({
        name: "Ann Lee",
        phone: "333",
        notes: "Calls first",
        tags: ["CPR"],
        hours: 3,
      });
      const [volunteer] = await tx`
        select zip_code, city, (select first_name || ' ' || last_name from public.volunteer_accounts where id = account_id)
          as account from public.volunteers where id = ${ann.id}`;
      expect(volunteer).toEqual({
        zip_code: "76102",
        city: "Fort Worth",
        account: "Test Volunteer",
      });
      expect(await readVolunteer(tx, bob.id)).toMatchObject({ phone: "222", hours: 5 });
    });
  });

  test("are refused if the combined notes or tags are too long", async () => {
    await withRollback(async (tx) => {
      const { merge } = await setUpVolunteerMerges(tx);
      const [ann, bob] = [await addVolunteerWithAccount(tx), await addVolunteerWithAccount(tx)];
      await change(tx, ann, { notes: "a".repeat(3000) });
      await change(tx, bob, { notes: "b".repeat(3000) });
      expect(await catchHint(tx.savepoint(() => merge(ann, bob)))).toBe(
        "23514 Together, the notes are longer than 5,000 characters. Choose one of them.",
      );
      const createTags = (letter: string) =>
        JSON.stringify(Array.from({ length: 6 }, (_, number) => `${letter}${number}`));
      for (const [person, letter] of [
        [ann, "a"],
        [bob, "b"],
      ] as const) {
        await tx`update public.volunteers set tags = ${createTags(letter)}::text::jsonb where id = ${person.id}`;
      }
      expect(await catchHint(tx.savepoint(() => merge(ann, bob, { notes: "kept" })))).toBe(
        "23514 Together, they have more than 10 tags. Choose one volunteer's tags.",
      );
      await merge(ann, bob, { notes: "kept", tags: "merged" });
    });
  });
});

describe("a merge of volunteers is refused", () => {
  test("for the same volunteer, a merged or changed one, or if the kept account was never set up", async () => {
    await withRollback(async (tx) => {
      const { admin, merge } = await setUpVolunteerMerges(tx);
      const [ann, bob, cat] = [
        await addVolunteerWithAccount(tx),
        await addVolunteerWithAccount(tx),
        await addVolunteerWithAccount(tx),
      ];
      expect(await catchHint(tx.savepoint(() => merge(ann, ann)))).toBe(
        "23514 Choose another volunteer.",
      );
      const mergeAtVersion = (kept: VolunteerWithAccount, merged: VolunteerWithAccount) =>
        tx.savepoint((savepoint) =>
          runAs(
            savepoint,
            admin,
            (asAdmin) => asAdmin`
              select private.merge_volunteers(${kept.id}, ${merged.id}, now(), now() - interval '1 hour', '{}')`,
          ),
        );
      expect(await catchSqlState(mergeAtVersion(ann, bob))).toBe("CP011");
      await tx`update public.volunteer_accounts set activated_at = null where id = ${ann.login.id}`;
      expect(await catchHint(tx.savepoint(() => merge(ann, bob)))).toContain(
        "CP031 The volunteer you're keeping hasn't set up their account yet",
      );
      await merge(bob, ann);
      expect(await catchHint(mergeAtVersion(cat, ann))).toContain(
        "CP031 One of these volunteers has already been merged",
      );
    });
  });

  test("to everyone but administrators of the area, and so are undo and all other calls", async () => {
    await withRollback(async (tx) => {
      const { merge } = await setUpVolunteerMerges(tx);
      const [ann, bob] = [await addVolunteerWithAccount(tx), await addVolunteerWithAccount(tx)];
      const mergeId = await merge(ann, bob);
      const refused: readonly (readonly [Person, string])[] = [
        [visitor, "42501"],
        [ann.login, "CP010"],
        [await addAdmin(tx, { hoursOld: 9 }), "CP010"],
        [await addAdmin(tx, { areas: ["giving", "content", "settings"] }), "CP044"],
      ];
      for (const [person, code] of refused) {
        for (const call of [
          `private.merge_volunteers('${ann.id}', '${bob.id}', now(), now(), '{}')`,
          `private.undo_volunteer_merge('${mergeId}')`,
          `private.make_volunteer_merge_permanent('${mergeId}')`,
          `private.volunteer_merge_preview('${ann.id}', '${bob.id}')`,
          `private.volunteer_merges_of('${ann.id}')`,
          `private.volunteer_merge('${mergeId}')`,
        ]) {
          const attempt = tx.savepoint((savepoint) =>
            runAs(savepoint, person, (asPerson) => asPerson.unsafe(`select ${call}`)),
          );
          expect(await catchSqlState(attempt), call).toBe(code);
        }
      }
    });
  });
});

describe("the data for undoing a merge", () => {
  const listPersonalTexts = (word: string) => [`${word}-name`, `${word}-notes`, `${word}-phone`];
  const addPair = async (tx: Transaction, word: string) => {
    const [ann, bob] = [await addVolunteerWithAccount(tx), await addVolunteerWithAccount(tx)];
    await change(tx, bob, {
      name: `${word}-name`,
      notes: `${word}-notes`,
      phone: `${word}-phone`,
      emergency_contact_name: `${word}-name`,
    });
    await tx`update public.volunteer_accounts set first_name = ${`${word}-name`} where id = ${bob.login.id}`;
    return { ann, bob };
  };
  const readStored = async (tx: Transaction, { id, login }: VolunteerWithAccount) => {
    const [row] = await tx`
      select concat(
        (select jsonb_agg(to_jsonb(merge)) from public.volunteer_merges as merge),
        (select jsonb_agg(to_jsonb(moved)) from public.volunteer_merge_moves as moved),
        (select to_jsonb(person) from public.volunteers as person where id = ${id}),
        (select to_jsonb(account) from public.volunteer_accounts as account where id = ${login.id}),
        (select jsonb_agg(to_jsonb(entry)) from public.audit_log as entry where xmin::text = pg_current_xact_id()::xid::text)
      ) as stored`;
    return row?.["stored"] as string;
  };

  test("is erased after 30 days, the volunteers stay merged, and the address still leads to the one who was kept", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const { merge, undo } = await setUpVolunteerMerges(tx);
      const { ann, bob } = await addPair(tx, word);
      const mergeId = await merge(ann, bob, { notes: "kept" });
      await tx`select private.sweep_volunteer_merges()`;
      for (const text of listPersonalTexts(word)) expect(await readStored(tx, bob)).toContain(text);
      await tx`update public.volunteer_merges set undo_until = now() where id = ${mergeId}`;
      expect(await catchHint(tx.savepoint(() => undo(mergeId)))).toBe(
        "CP032 This merge is more than 30 days old, so it can't be undone.",
      );
      await tx`select private.sweep_volunteer_merges()`;
      for (const text of listPersonalTexts(word))
        expect(await readStored(tx, bob)).not.toContain(text);
      expect(await readVolunteer(tx, bob.id)).toMatchObject({ mergedIntoId: ann.id });
      const [row] = await tx`select private.volunteer_of(${bob.email}) as id`;
      expect(row?.["id"]).toBe(ann.id);
      expect(await catchHint(tx.savepoint(() => undo(mergeId)))).toBe(
        "CP032 This merge is permanent, so it can't be undone.",
      );
    });
  });

  test("is erased right away on request, along with that of earlier merges", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const { merge, admin } = await setUpVolunteerMerges(tx);
      const { ann, bob } = await addPair(tx, word);
      const cat = await addVolunteerWithAccount(tx);
      await merge(ann, bob, { notes: "kept" });
      const mergeId = await merge(cat, ann);
      await runAs(
        tx,
        admin,
        (asAdmin) => asAdmin`select private.make_volunteer_merge_permanent(${mergeId})`,
      );
      for (const text of listPersonalTexts(word))
        expect(await readStored(tx, bob)).not.toContain(text);
      const [row] = await tx`
        select count(*)::integer as open from public.volunteer_merges
        where erased_at is null and kept_id in (${ann.id}, ${cat.id})`;
      expect(row?.["open"]).toBe(0);
    });
  });
});

/** Runs with several connections and committed rows, which are removed afterward. */
async function withCommittedRows(
  work: (people: {
    readonly first: ReturnType<typeof connect>;
    readonly second: ReturnType<typeof connect>;
    readonly admin: Person;
    readonly ann: VolunteerWithAccount;
    readonly bob: VolunteerWithAccount;
    readonly eventId: string;
    /** The beginning of each email address. */
    readonly word: string;
  }) => Promise<void>,
) {
  const [first, second] = [connect(), connect()];
  const word = uniqueWord();
  const admin = await first.begin((tx) => addAdmin(tx));
  const eventIds: string[] = [];
  try {
    const [ann, bob] = await first.begin(async (tx) => [
      await addVolunteerWithAccount(tx, `${word}-ann@example.org`),
      await addVolunteerWithAccount(tx, `${word}-bob@example.org`),
    ]);
    const eventId = await first.begin((tx) => addShift(tx, { places: 5 }));
    eventIds.push(eventId);
    await work({ first, second, admin, ann, bob, eventId, word });
  } finally {
    const people = first`(select id from public.volunteers where email like ${`${word}%`})`;
    await first`delete from public.volunteer_merges where kept_id in ${people}`;
    await first`update public.volunteers set merged_into_id = null where email like ${`${word}%`}`;
    await first`delete from public.volunteers where email like ${`${word}%`}`;
    await first`delete from auth.users where email like ${`${word}%`} or id = ${admin.id}`;
    await first`delete from public.events where id in ${first(eventIds)}`;
    await Promise.all([first.end(), second.end()]);
  }
}

const readPid = async (connection: ReturnType<typeof connect>) => {
  const [row] = await connection<[{ pid: number }]>`select pg_backend_pid() as pid`;
  return row.pid;
};

describe("simultaneous changes", () => {
  test("someone who signs up while their record is being merged is signed up as the volunteer who was kept", async () => {
    await withCommittedRows(async ({ first, second, admin, ann, bob, eventId }) => {
      const pid = await readPid(second);
      let pendingSignUp: Promise<unknown> | undefined;
      await first.begin(async (tx) => {
        await mergeVolunteersAs(tx, admin, { keptId: ann.id, mergedId: bob.id });
        pendingSignUp = second.begin((other) =>
          runAs(other, bob.login, (asBob) => asBob`select private.join_event(${eventId})`),
        );
        await waitUntilBlocked(tx, pid);
      });
      await pendingSignUp;
      const rows = await first`
        select volunteer_id from public.volunteer_event_registrations where event_id = ${eventId}`;
      expect(rows.map((row) => row["volunteer_id"] as string)).toEqual([ann.login.id]);
    });
  });

  test("a merge waits for someone who is signing up, and moves the sign-up", async () => {
    await withCommittedRows(async ({ first, second, admin, ann, bob, eventId }) => {
      const pid = await readPid(second);
      let pendingMerge: Promise<unknown> | undefined;
      await first.begin(async (tx) => {
        await signUp(tx, bob, eventId);
        pendingMerge = second.begin((other) =>
          mergeVolunteersAs(other, admin, { keptId: ann.id, mergedId: bob.id }),
        );
        await waitUntilBlocked(tx, pid);
      });
      await pendingMerge;
      const rows = await first`
        select volunteer_id from public.volunteer_event_registrations where event_id = ${eventId}`;
      expect(rows.map((row) => row["volunteer_id"] as string)).toEqual([ann.login.id]);
    });
  });

  test("an application that is approved while its record is being merged doesn't open a second account", async () => {
    await withCommittedRows(async ({ first, second, admin, ann, word }) => {
      const email = `${word}-cat@example.org`;
      const cat = await first.begin((tx) => addVolunteerWithoutAccount(tx, email));
      const [application] = await first<[{ id: string }]>`
        insert into public.volunteer_applications (user_id, first_name, last_name, email, availability)
        values (${(await first.begin((tx) => addLogin(tx, { email }))).id}, 'Cat', 'Lee', ${email}, 'weekends')
        returning id`;
      const pid = await readPid(second);
      let pendingApproval: Promise<unknown> | undefined;
      await first.begin(async (tx) => {
        await mergeVolunteersAs(tx, admin, { keptId: ann.id, mergedId: cat });
        pendingApproval = second.begin((other) =>
          runAs(
            other,
            admin,
            (asAdmin) =>
              asAdmin`select private.review_application(${application.id}, 'approved', null, false)`,
          ),
        );
        await waitUntilBlocked(tx, pid);
      });
      await pendingApproval;
      const [row] = await first`
        select
          (select count(*)::integer from public.volunteer_accounts where email = ${email}) as accounts,
          (select account_id from public.volunteers where id = ${cat}) as "ownAccount",
          (select account_id from public.volunteers where id = ${ann.id}) as "keptAccount"`;
      expect(row).toEqual({ accounts: 0, ownAccount: null, keptAccount: ann.login.id });
      await first`delete from public.volunteer_applications where id = ${application.id}`;
      await first`delete from public.email_outbox where to_email = ${email}`;
    });
  });

  test("of two merges of the same volunteers in opposite directions, one is refused", async () => {
    await withCommittedRows(async ({ first, second, admin, ann, bob }) => {
      const outcomes = await Promise.allSettled([
        first.begin((tx) => mergeVolunteersAs(tx, admin, { keptId: ann.id, mergedId: bob.id })),
        second.begin((tx) => mergeVolunteersAs(tx, admin, { keptId: bob.id, mergedId: ann.id })),
      ]);
      const failures = outcomes.flatMap((outcome) =>
        outcome.status === "rejected" ? [(outcome.reason as { code: string }).code] : [],
      );
      expect(failures).toHaveLength(1);
      // The second merge finds either that a version is outdated or that a volunteer was already merged.
      expect(["CP031", "CP011"]).toContain(failures[0]);
    });
  });

  test("if two administrators undo the same merge, both succeed, and it's undone once", async () => {
    await withCommittedRows(async ({ first, second, admin, ann, bob, eventId }) => {
      await first.begin((tx) => signUp(tx, bob, eventId));
      const mergeId = await first.begin((tx) =>
        mergeVolunteersAs(tx, admin, { keptId: ann.id, mergedId: bob.id }),
      );
      await Promise.all(
        [first, second].map((connection) =>
          connection.begin((tx) => undoVolunteerMergeAs(tx, admin, mergeId)),
        ),
      );
      const rows = await first`
        select volunteer_id from public.volunteer_event_registrations where event_id = ${eventId}`;
      expect(rows.map((row) => row["volunteer_id"] as string)).toEqual([bob.login.id]);
      const [entry] = await first`
        select count(*)::integer as count from public.audit_log
        where table_name = 'volunteer_merges' and row_id = ${mergeId} and action = 'update'`;
      expect(entry?.["count"]).toBe(1);
    });
  });
});
