import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import {
  clearRateLimits,
  createAuthUser,
  request,
  SOME_ID,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";
import { uniqueWord } from "../unique-word.ts";

beforeEach(() => clearRateLimits());

/** Adds a volunteer and returns that volunteer's session and an administrator's session. */
async function addVolunteerAndAdmin() {
  const email = `vera-${randomUUID()}@example.org`;
  const id = await createAuthUser(email, "Volunteer!2026");
  await sql`
    insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
    values (${id}, ${email}, 'Vera', 'Hale', now())`;
  await sql`
    insert into public.volunteers (account_id, name, email) values (${id}, 'Vera Hale', ${email})`;
  return { ...(await signIn(email, "Volunteer!2026")), email, admin: await signInAdmin() };
}

const toggleAccount = (id: string, token: string, body?: object) =>
  request("PUT", `/api/volunteer-accounts/${id}/toggle-status`, { token, body });

const readActiveStates = async (id: string) => {
  const [row] = await sql`
    select account.is_active as account, person.is_active as directory
    from public.volunteer_accounts as account join public.volunteers as person on person.account_id = account.id
    where account.id = ${id}`;
  return row;
};

const listAuditEntries = (id: string) => sql`
  select actor_name as actor, table_name as table, after -> 'is_active' as "isActive"
  from public.audit_log
  where action = 'update' and (
    row_id = ${id} or row_id = (select person.id::text from public.volunteers as person where account_id = ${id})
  )
  order by audit_log.id`;

describe("VACC-03, VACC-05: disabling and enabling a volunteer's login", () => {
  it("threat 10: refuses requests of the volunteer's open session until the login is enabled again", async () => {
    const { id, token, email, admin } = await addVolunteerAndAdmin();
    const readEvents = () => request("GET", `/api/volunteer/${id}/events`, { token });
    const statusBefore = (await readEvents()).status;
    expect([401, 403]).not.toContain(statusBefore);

    const { status, json } = await toggleAccount(id, admin.token);
    expect([status, json]).toEqual([200, { message: "The account is disabled" }]);
    const refusedResponse = await readEvents();
    expect([refusedResponse.status, refusedResponse.json.code]).toEqual([403, "account_not_open"]);
    expect(await readActiveStates(id)).toEqual({ account: false, directory: false });
    const loginResponse = await request("POST", "/api/volunteer/login", {
      body: { email, password: "Volunteer!2026" },
    });
    expect([loginResponse.status, loginResponse.json.message]).toEqual([
      403,
      "Your account has been disabled. Please contact us.",
    ]);
    expect([...(await listAuditEntries(id))]).toEqual([
      { actor: "admin", table: "volunteer_accounts", isActive: false },
      { actor: "admin", table: "volunteers", isActive: false },
    ]);

    expect((await toggleAccount(id, admin.token)).json).toEqual({
      message: "The account is enabled",
    });
    expect((await readEvents()).status).toBe(statusBefore);
    expect(await readActiveStates(id)).toEqual({ account: true, directory: true });
  });

  it("sets the requested state and changes nothing when the account is already in that state", async () => {
    const { id, admin } = await addVolunteerAndAdmin();
    for (let count = 0; count < 2; count += 1) {
      const { json } = await toggleAccount(id, admin.token, { isActive: false });
      expect(json).toEqual({ message: "The account is disabled" });
    }
    expect(await readActiveStates(id)).toEqual({ account: false, directory: false });
    expect(await listAuditEntries(id)).toHaveLength(2);
  });

  it("takes the volunteer off coming shifts and waiting lists, without a body, too", async () => {
    const [firstWaitingVolunteer, secondWaitingVolunteer] = [
      await addVolunteerAndAdmin(),
      await addVolunteerAndAdmin(),
    ];
    const { token } = firstWaitingVolunteer.admin;
    const [{ eventId, shiftId }] = await sql<[{ eventId: string; shiftId: string }]>`
      with event as (
        insert into public.events (event_type, date, start_time, end_time, address)
        values ('Food Drive', private.today() + 20, '10:00', '12:00', ${uniqueWord()}) returning id
      )
      insert into public.volunteer_shifts (event_id, title, max_volunteers)
      select id, 'Packing', 1 from event returning event_id as "eventId", id as "shiftId"`;
    const registeredVolunteer = await addVolunteerAndAdmin();
    await sql`
      insert into public.volunteer_event_registrations (volunteer_id, event_id) values (${registeredVolunteer.id}, ${eventId})`;
    for (const { id } of [firstWaitingVolunteer, secondWaitingVolunteer]) {
      await sql`insert into public.shift_waitlist (shift_id, volunteer_id) values (${shiftId}, ${id})`;
    }
    await toggleAccount(firstWaitingVolunteer.id, token);
    await toggleAccount(registeredVolunteer.id, token);
    const listRegisteredVolunteers = () => sql<{ id: string }[]>`
      select volunteer_id as id from public.volunteer_event_registrations where event_id = ${eventId}`;
    expect(await listRegisteredVolunteers()).toEqual([{ id: secondWaitingVolunteer.id }]);
    const mails = await sql<{ template: string }[]>`
      select template_name as template from public.email_outbox
      where data ->> 'eventId' = ${eventId} and status <> 'canceled' order by template_name`;
    expect(mails.map(({ template }) => template)).toEqual([
      "Removed from Shift",
      "Removed from Waiting List",
      "Waitlist Promotion",
    ]);
    // Enabling the login doesn't give anything back.
    await toggleAccount(firstWaitingVolunteer.id, token);
    await sql`update public.volunteer_shifts set max_volunteers = 3 where id = ${shiftId}`;
    expect(await listRegisteredVolunteers()).toEqual([{ id: secondWaitingVolunteer.id }]);
    await sql`delete from public.events where id = ${eventId}`;
  });

  it("returns 404 for an unknown account", async () => {
    const { token } = await signInAdmin();
    expect((await toggleAccount(SOME_ID, token)).status).toBe(404);
  });
});
