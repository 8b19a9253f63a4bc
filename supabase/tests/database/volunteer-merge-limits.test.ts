import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { waitUntilBlocked } from "./blocking.ts";
import {
  addAdmin,
  addLogin,
  connect,
  runAs,
  withRollback,
  type Person,
  type Transaction,
} from "./connection.ts";
import { catchHint, mergeAs, setUpMerges, undoMergeAs } from "./merging.ts";
import {
  addVolunteerWithAccount,
  addVolunteerWithoutAccount,
  addShift,
  readVolunteer,
  signUp,
  type VolunteerWithAccount,
} from "./merging-volunteers.ts";

const change = (tx: Transaction, { id }: { id: string }, fields: object) =>
  tx`update public.volunteers set ${tx(fields)} where id = ${id}`;

describe("the fields of the volunteer who is kept", () => {
  test("are chosen, joined, and restored by undo unless someone has changed them since", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx, "volunteer");
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
});

test("a volunteer who never set up their account can't be kept if the other one did", async () => {
  await withRollback(async (tx) => {
    const { merge } = await setUpMerges(tx, "volunteer");
    const [ann, bob] = [await addVolunteerWithAccount(tx), await addVolunteerWithAccount(tx)];
    await tx`update public.volunteer_accounts set activated_at = null where id = ${ann.login.id}`;
    expect(await catchHint(tx.savepoint(() => merge(ann, bob)))).toContain(
      "CP031 The volunteer you're keeping hasn't set up their account yet",
    );
    await merge(bob, ann);
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
        await mergeAs(tx, admin, "volunteer", { keptId: ann.id, mergedId: bob.id });
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
          mergeAs(other, admin, "volunteer", { keptId: ann.id, mergedId: bob.id }),
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
        values (${(await first.begin((tx) => addLogin(tx, { email }))).id}, 'Test', 'Volunteer', ${email}, 'weekends')
        returning id`;
      const pid = await readPid(second);
      let pendingApproval: Promise<unknown> | undefined;
      await first.begin(async (tx) => {
        await mergeAs(tx, admin, "volunteer", { keptId: ann.id, mergedId: cat });
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
        first.begin((tx) => mergeAs(tx, admin, "volunteer", { keptId: ann.id, mergedId: bob.id })),
        second.begin((tx) => mergeAs(tx, admin, "volunteer", { keptId: bob.id, mergedId: ann.id })),
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
        mergeAs(tx, admin, "volunteer", { keptId: ann.id, mergedId: bob.id }),
      );
      await Promise.all(
        [first, second].map((connection) =>
          connection.begin((tx) => undoMergeAs(tx, admin, "volunteer", mergeId)),
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
