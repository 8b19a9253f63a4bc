import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startFunction } from "../function-process.ts";
import { uniqueWord } from "../unique-word.ts";
import { closeServers, listen } from "../deployment/servers.ts";
import { startFaultyProxy } from "./faulty-deployment.ts";
import { clearRateLimits, createAuthUser, request, signInAdmin, sql } from "./stack.ts";
import { addPerson, readAddresses, logIn, removePeople } from "./volunteer-people.ts";

const word = uniqueWord();
const domain = `${word}.example.org`;
let token = "";

beforeAll(async () => {
  ({ token } = await signInAdmin("coordinator"));
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  closeServers();
  await sql`delete from public.users where username like ${`${word}%`}`;
  await removePeople(domain);
});

const read = async (id: string) => (await request("GET", `/api/volunteers/${id}`, { token })).json;
const change = (id: string, body: object) =>
  request("PUT", `/api/volunteers/${id}`, { token, body });
const readEmailsTo = async (email: string) => {
  const rows = await sql<{ name: string }[]>`
    select template_name as name from public.email_outbox
    where to_email = ${email} and status <> 'canceled' order by created_at`;
  return rows.map(({ name }) => name);
};
const newEmail = () => `new-${uniqueWord()}@${domain}`;

describe("correcting a volunteer", () => {
  it("changes every field, and the account's name along with the directory's", async () => {
    const lena = await addPerson(domain);
    const details = {
      firstName: "Magdalena",
      lastName: "Marsh-Ito",
      phone: "(817) 555-0188",
      zipCode: "76102",
      city: "Fort Worth",
      state: "TX",
      availability: "weekends",
      interests: "Letters",
      emergencyContactName: "Ben Marsh",
      emergencyContactPhone: "(817) 555-0189",
      notes: "Asks for mornings.",
      tags: ["drives a van", "CPR"],
    };
    const { status, json } = await change(lena.id, details);
    expect(status).toBe(200);
    expect(json).toMatchObject({ ...details, name: "Magdalena Marsh-Ito" });
    const [account] = await sql`
      select first_name as "firstName", last_name as "lastName"
      from public.volunteer_accounts where id = ${lena.accountId}`;
    expect(account).toEqual({ firstName: "Magdalena", lastName: "Marsh-Ito" });
    const [entry] = await sql<[{ after: Record<string, unknown> }]>`
      select after from public.audit_log
      where table_name = 'volunteers' and row_id = ${lena.id} order by id limit 1 offset 1`;
    expect(entry.after).toMatchObject({ notes: "erased", tags: "erased" });
  });

  it("twice from the same version keeps the first change and shows the second caller what changed", async () => {
    const lena = await addPerson(domain);
    const { updatedAt } = await read(lena.id);
    expect((await change(lena.id, { notes: "First", updatedAt })).status).toBe(200);
    const secondResponse = await change(lena.id, { email: newEmail(), notes: "Second", updatedAt });
    expect([secondResponse.status, secondResponse.json.code]).toEqual([409, "stale_edit"]);
    expect(secondResponse.json.current).toMatchObject({ notes: "First" });
    expect(await read(lena.id)).toMatchObject({ notes: "First", email: lena.email });
  });

  it("isn't stale if attendance was confirmed in the meantime", async () => {
    const lena = await addPerson(domain);
    const { updatedAt } = await read(lena.id);
    await sql`update public.volunteers set total_hours = 12 where id = ${lena.id}`;
    expect((await change(lena.id, { phone: "555-0101", updatedAt })).status).toBe(200);
  });

  it("threat 1: lets no volunteer read or change notes and tags", async () => {
    const lena = await addPerson(domain);
    await change(lena.id, { notes: "Canary", tags: ["Canary"] });
    const ownSession = await logIn(lena.email);
    const response = await request("PUT", `/api/volunteers/${lena.id}`, {
      token: ownSession.token,
      body: { notes: "Mine" },
    });
    expect(response.status).toBe(403);
    const details = await request("GET", `/api/volunteer/${lena.accountId}/details`, {
      token: ownSession.token,
    });
    expect(details.text).not.toContain("Canary");
  });
});

describe("changing a volunteer's email", () => {
  it("changes the directory, account, login and application, and notifies the old address", async () => {
    const lena = await addPerson(domain);
    const address = newEmail();
    const own = await logIn(lena.email);
    await sql`select private.queue_email('Event Reminder', ${lena.email}, 'Lena', '{}', ${word})`;
    const { status, json } = await change(lena.id, { email: address.toUpperCase() });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      email: address,
      formerEmails: [lena.email],
      login: { state: "open", outdatedEmail: null },
    });
    expect(new Set(await readAddresses(lena))).toEqual(new Set([address]));
    expect(await readEmailsTo(lena.email)).toEqual(["Email Changed"]);
    expect(await readEmailsTo(address)).toEqual(["Event Reminder"]);
    expect((await logIn(address)).id).toBe(lena.accountId);
    await expect(logIn(lena.email)).rejects.toThrow("Could not sign in");
    const refusedResponse = await request("GET", `/api/volunteer/${lena.accountId}/details`, {
      token: own.token,
    });
    expect(refusedResponse.status).toBe(401);
    // Emails to the old address still belong to the volunteer.
    const emails = await request("GET", `/api/email-outbox?volunteerId=${lena.id}`, { token });
    expect(emails.json).toHaveLength(2);
  });

  it("refuses the address of another volunteer, applicant or administrator, and changes nothing", async () => {
    const [lena, other] = [await addPerson(domain), await addPerson(domain)];
    const applicant = newEmail();
    await createAuthUser(applicant, "Applicant!2026");
    const before = await read(lena.id);
    for (const [email, message] of [
      [other.email, "Another volunteer already has this email address."],
      [
        applicant,
        "Someone else has already logged in or applied with this email address. Use another one.",
      ],
      [
        "admin@example.org",
        "Someone else has already logged in or applied with this email address. Use another one.",
      ],
    ]) {
      const { status, json } = await change(lena.id, { email, notes: "Canary" });
      expect([status, json.issues]).toEqual([400, [{ path: "email", message }]]);
    }
    expect(await read(lena.id)).toEqual(before);
    expect(await readEmailsTo(lena.email)).toEqual([]);
  });

  it("threat 9: doesn't change the login of someone who is also an administrator", async () => {
    const lena = await addPerson(domain);
    await sql`
      insert into public.users (id, username, user_type) values (${lena.accountId}, ${word}, 'admin')`;
    const { json } = await change(lena.id, { email: newEmail() });
    expect(json.issues).toEqual([
      {
        path: "email",
        message:
          "This person is also an administrator, so their email address can't be changed here.",
      },
    ]);
    expect(new Set(await readAddresses(lena))).toEqual(new Set([lena.email]));
    expect((await change(lena.id, { notes: "Fine" })).status).toBe(200);
  });

  it("to the same address at the same time succeeds for only one of two volunteers", async () => {
    const [lena, other] = [await addPerson(domain), await addPerson(domain)];
    const email = newEmail();
    const responses = await Promise.all([change(lena.id, { email }), change(other.id, { email })]);
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(["200", "400"]);
    const winner = responses[0]?.status === 200 ? lena : other;
    const loser = winner === lena ? other : lena;
    expect(new Set(await readAddresses(winner))).toEqual(new Set([email]));
    expect(new Set(await readAddresses(loser))).toEqual(new Set([loser.email]));
  });

  it("is saved even if Auth doesn't respond, and saving again finishes it", async () => {
    const lena = await addPerson(domain);
    const email = newEmail();
    const unavailableAuth = await listen((_, response) => void response.writeHead(503).end("{}"));
    const proxy = await startFaultyProxy("project", {
      changeRequest: (path) =>
        path.startsWith("/auth/v1/admin/users/") ? unavailableAuth : undefined,
    });
    const api = await startFunction("api", { SUPABASE_URL: proxy });
    const response = await fetch(`${api.url}/volunteers/${lena.id}`, {
      method: "PUT",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ email, notes: "Kept" }),
    });
    const text = await response.text();
    await api.stop();
    expect(response.status, text).toBe(200);
    const saved = JSON.parse(text) as Record<string, unknown>;
    expect(saved).toMatchObject({ email, notes: "Kept", login: { outdatedEmail: lena.email } });
    expect((await logIn(lena.email)).id).toBe(lena.accountId);

    const retryResponse = await change(lena.id, { email });
    expect(retryResponse.json.login.outdatedEmail).toBeNull();
    expect(new Set(await readAddresses(lena))).toEqual(new Set([email]));
    expect(await readEmailsTo(lena.email)).toEqual(["Email Changed"]);
  });

  it("sends a new link if the account isn't set up yet, and revokes the one in the old mailbox", async () => {
    const lena = await addPerson(domain);
    await sql`update public.volunteer_accounts set activated_at = null where id = ${lena.accountId}`;
    const [link] = await sql<[{ id: string; applicationId: string }]>`
      insert into public.activation_links (application_id, expires_at)
      select id, now() + interval '7 days' from public.volunteer_applications where email = ${lena.email}
      returning id, application_id as "applicationId"`;
    const email = newEmail();
    const { json } = await change(lena.id, { email });
    expect(json.login).toMatchObject({
      state: "invited",
      waitingApplicationId: link.applicationId,
      outdatedEmail: null,
    });
    const links = await sql<{ id: string }[]>`
      select id from public.activation_links where application_id = ${link.applicationId}`;
    expect(links).toHaveLength(1);
    expect(links[0]?.id).not.toBe(link.id);
    expect(await readEmailsTo(email)).toEqual(["Volunteer Application Approved"]);
    // A wrong address may belong to a stranger, who must not be told the right one.
    expect(await readEmailsTo(lena.email)).toEqual([]);
  });
});
