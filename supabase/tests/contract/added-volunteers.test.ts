import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { clearRateLimits, createAuthUser, request, signInAdmin, sql } from "./stack.ts";
import { addPerson, removePeople } from "./volunteer-people.ts";

const domain = `${uniqueWord()}.example.org`;
let token = "";

beforeAll(async () => {
  ({ token } = await signInAdmin("coordinator"));
});
beforeEach(() => clearRateLimits());
afterAll(() => removePeople(domain));

const newEmail = () => `${uniqueWord()}@${domain}`;
const post = (path: string, body?: object, key?: string) =>
  request("POST", path, {
    token,
    body,
    ...(key !== undefined && { headers: { "Idempotency-Key": key } }),
  });
const add = (details: object, key?: string) =>
  post(
    "/api/volunteers",
    {
      firstName: "Pat",
      lastName: "Paper",
      email: newEmail(),
      availability: "weekends",
      ...details,
    },
    key,
  );
const readEmailsTo = async (email: string) => {
  const rows = await sql<{ name: string; link: string | null }[]>`
    select template_name as name, data ->> 'activationLinkId' as link
    from public.email_outbox where to_email = ${email}`;
  return rows;
};
const readApplicationCounts = async () =>
  (await request("GET", "/api/volunteer-applications")).json as unknown;

describe("adding someone who applied on paper", () => {
  it("AVOL-04: adds a volunteer with an approved application that is marked as entered", async () => {
    const [before, email] = [await readApplicationCounts(), newEmail()];
    const details = {
      phone: "555-0101",
      notes: "Form in the binder.",
      tags: ["CPR"],
      interests: "Letters",
    };
    const { status, json } = await add({ email: email.toUpperCase(), ...details });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      ...details,
      name: "Pat Paper",
      email,
      accountId: null,
      login: { state: "none" },
    });
    const applications = await request(
      "GET",
      `/api/volunteer-applications?volunteerId=${json.id}`,
      {
        token,
      },
    );
    expect(applications.json).toMatchObject([
      { status: "approved", isEntered: true, reviewedBy: "coordinator", awaitsActivation: false },
    ]);
    expect(await readEmailsTo(email)).toEqual([]);
    const countApproved = (rows: unknown) =>
      (rows as { status: string; applicationCount: number }[]).find(
        (row) => row.status === "approved",
      )!.applicationCount;
    expect(countApproved(await readApplicationCounts())).toBe(countApproved(before) + 1);
    const listResponse = await request("GET", `/api/volunteers?search=${email}`, { token });
    expect(listResponse.json).toMatchObject([{ awaitsActivation: false, accountId: null }]);
  });

  it("emails the link to set up a login only if asked to, right away or later", async () => {
    const [currentEmail, laterEmail] = [newEmail(), newEmail()];
    expect((await add({ email: currentEmail, sendsLink: true })).json.login.state).toBe("invited");
    expect(await readEmailsTo(currentEmail)).toMatchObject([
      { name: "Volunteer Application Approved", link: expect.any(String) },
    ]);
    const { json } = await add({ email: laterEmail });
    expect((await post(`/api/volunteers/${json.id}/invite`)).status).toBe(200);
    expect(await readEmailsTo(laterEmail)).toHaveLength(1);
    const repeatedInvitation = await post(`/api/volunteers/${json.id}/invite`);
    expect([repeatedInvitation.status, repeatedInvitation.json.code]).toEqual([
      409,
      "login_exists",
    ]);
    expect(await readEmailsTo(laterEmail)).toHaveLength(1);
  });

  it("invites someone who was imported, but not someone who already has a login", async () => {
    const email = newEmail();
    const [importedVolunteer] = await sql<[{ id: string }]>`
      insert into public.volunteers (name, email) values ('Ida May Import', ${email}) returning id`;
    expect((await post(`/api/volunteers/${importedVolunteer.id}/invite`)).status).toBe(200);
    const [application] = await sql`
      select first_name || '|' || last_name as name, is_entered
      from public.volunteer_applications where email = ${email}`;
    expect(application).toEqual({ name: "Ida May|Import", is_entered: true });
    const lena = await addPerson(domain);
    expect((await post(`/api/volunteers/${lena.id}/invite`)).json.code).toBe("login_exists");
  });

  it("adds a person once despite a retry or two simultaneous requests", async () => {
    const [key, email] = [crypto.randomUUID(), newEmail()];
    const [first, second] = [await add({ email }, key), await add({ email }, key)];
    expect(second.json.id).toBe(first.json.id);
    const other = newEmail();
    const responses = await Promise.all([add({ email: other }), add({ email: other })]);
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(["201", "400"]);
    const rows = await sql`select from public.volunteer_applications where email = ${other}`;
    expect(rows).toHaveLength(1);
  });

  it("refuses the address of a volunteer or of someone whose application is pending", async () => {
    const lena = await addPerson(domain);
    const applicantEmail = newEmail();
    const userId = await createAuthUser(applicantEmail, "Applicant!2026");
    await sql`
      insert into public.volunteer_applications (user_id, first_name, last_name, email, availability)
      values (${userId}, 'Pat', 'Paper', ${applicantEmail}, 'flexible')`;
    for (const [email, message] of [
      [
        lena.email,
        "Another volunteer already has this email address. If they share a mailbox, enter it as the contact email.",
      ],
      [applicantEmail, "This person has applied on the site. Approve their application instead."],
    ]) {
      const { status, json } = await add({ email });
      expect([status, json.issues]).toEqual([400, [{ path: "email", message }]]);
    }
  });
});

describe("a volunteer who shares a mailbox", () => {
  it("has a contact email, gets emails there that only their page lists, and can get an address of their own", async () => {
    const lena = await addPerson(domain);
    const { status, json } = await add({ email: null, contactEmail: lena.email.toUpperCase() });
    expect([status, json]).toMatchObject([
      201,
      { name: "Pat Paper", email: null, contactEmail: lena.email, login: { state: "none" } },
    ]);
    const id = String(json.id);
    await sql`
      select private.queue_email('Event Reminder', ${lena.email}, 'Pat Paper', '{}'),
        private.queue_email('Event Reminder', ${lena.email}, 'Lena Marsh', '{}')`;
    const readMails = async (volunteerId: string) => {
      const mails = await request("GET", `/api/email-outbox?volunteerId=${volunteerId}`, { token });
      return (mails.json as unknown as { toName: string }[]).map(({ toName }) => toName);
    };
    expect([await readMails(id), await readMails(lena.id)]).toEqual([
      ["Pat Paper"],
      ["Lena Marsh"],
    ]);
    const preview = await request(
      "GET",
      `/api/volunteer-merges/preview?keptId=${lena.id}&mergedId=${id}`,
      { token },
    );
    expect([preview.status, preview.json]).toMatchObject([
      200,
      { merged: { addresses: [], contactEmail: lena.email } },
    ]);

    const change = async (volunteerId: string, body: object) => {
      const response = await request("PUT", `/api/volunteers/${volunteerId}`, { token, body });
      return [response.status, response.json] as const;
    };
    expect(await change(lena.id, { contactEmail: lena.email })).toMatchObject([
      400,
      {
        issues: [
          {
            path: "contactEmail",
            message: "This volunteer has an email address of their own, so leave this one empty.",
          },
        ],
      },
    ]);
    const own = newEmail();
    expect(await change(id, { email: own })).toMatchObject([
      200,
      { email: own, contactEmail: null },
    ]);
    expect(await change(id, { email: null, contactEmail: lena.email })).toMatchObject([
      200,
      { email: null, contactEmail: lena.email },
    ]);
    await sql`delete from public.email_outbox where to_email = ${lena.email}`;
  });

  it("can't have both kinds of address, or be added twice", async () => {
    const lena = await addPerson(domain);
    const both = await add({ contactEmail: lena.email });
    expect([both.status, both.json.issues]).toEqual([
      400,
      [{ path: "contactEmail", message: "Enter either an email or a contact email." }],
    ]);
    expect((await add({ email: null, contactEmail: lena.email })).status).toBe(201);
    const again = await add({ email: null, contactEmail: lena.email });
    expect([again.status, again.json.issues]).toEqual([
      400,
      [
        {
          path: "contactEmail",
          message: "A volunteer with this name already has this contact email.",
        },
      ],
    ]);
  });
});
