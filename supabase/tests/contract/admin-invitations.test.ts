import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { signId } from "../../functions/_shared/http/signed-id.ts";
import {
  acceptInvitation,
  addOwner,
  checkInvitation,
  newEmail,
  newUsername,
  INVITED_PASSWORD,
  postInvitation,
  removeInvitedPeople,
  sendInvitation,
  createInvitationToken,
} from "./inviting.ts";
import {
  clearRateLimits,
  createAuthUser,
  facts,
  type LoggedInPerson,
  request,
  signIn,
  SOME_ID,
  sql,
} from "./stack.ts";

const INVALID_INVITATION = { status: 401, json: { code: "invitation_invalid" } };

let owner: LoggedInPerson;
beforeAll(async () => {
  owner = await addOwner();
});
beforeEach(() => clearRateLimits());
afterAll(removeInvitedPeople);

const post = (body: object, token = owner.token, key?: string) => postInvitation(body, token, key);
const invite = (email = newEmail(), areas: string[] | null = ["giving"], by = owner) =>
  sendInvitation(by, areas, email);

/** Adds a volunteer with this address and logs them in. */
async function signInVolunteerAt(email: string) {
  const id = await createAuthUser(email, "Volunteer!1");
  await sql`
    insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
    values (${id}, ${email}, 'Ann', 'Lee', now())`;
  await sql`insert into public.volunteers (account_id, name, email) values (${id}, 'Ann Lee', ${email})`;
  const { token } = await signIn(email, "Volunteer!1");
  return { id, token, email };
}

/** Reads everything that a refused attempt must leave unchanged. */
const readState = async (email: string) => {
  const [row] = await sql`
    select (select count(*)::int from auth.users where email = ${email}) as logins,
      (select count(*)::int from public.users as person join auth.users as login using (id)
        where login.email = ${email}) as administrators,
      (select array_agg(to_jsonb(invitation)) from public.admin_invitations as invitation
        where invitation.email = ${email}) as invitations`;
  return row;
};

/** Makes an attempt, checks that it changed nothing, and returns its response. */
async function tryWithoutEffect<Response>(
  { email }: { readonly email: string },
  attempt: () => Promise<Response>,
): Promise<Response> {
  const stateBefore = await readState(email);
  const response = await attempt();
  expect(await readState(email)).toEqual(stateBefore);
  return response;
}

describe("an invitation", () => {
  it("makes a volunteer an administrator with the same address, a new password and no earlier session", async () => {
    const { id, token: oldToken, email } = await signInVolunteerAt(newEmail());
    const invitation = await invite(email);
    expect((await checkInvitation(invitation.token)).json).toMatchObject({ isVolunteer: true });
    const short = await acceptInvitation(invitation.token, newUsername(), "elevenchars");
    expect(short).toMatchObject({ status: 400 });
    const username = newUsername();
    expect(await acceptInvitation(invitation.token, username)).toMatchObject({ status: 200 });
    const logIn = async (path: string, body: object) =>
      (await request("POST", path, { body })).status;
    const asVolunteer = (password: string) => logIn("/api/volunteer/login", { email, password });
    expect([await asVolunteer("Volunteer!1"), await asVolunteer(INVITED_PASSWORD)]).toEqual([
      401, 200,
    ]);
    expect(await logIn("/api/admin/login", { username, password: INVITED_PASSWORD })).toBe(200);
    const { status } = await request("GET", `/api/volunteer/${id}/events`, { token: oldToken });
    expect(status).toBe(401);
    // Removing the administrator leaves the volunteer.
    const [administrator] = await sql`select user_type from public.users where id = ${id}`;
    expect(administrator).toEqual({ user_type: "admin" });
  });

  it("makes the invited person an administrator with the chosen areas, who can log in", async () => {
    const email = newEmail();
    const { status, json } = await post({
      email: email.toUpperCase(),
      areas: ["giving", "content"],
    });
    expect([status, json]).toMatchObject([201, { email, areas: ["giving", "content"] }]);
    const token = await createInvitationToken(String(json.id));
    const organization = await sql`select organization_name as name from public.contact_info`;
    // Mail scanners open links, so checking a link doesn't use it up.
    for (let count = 0; count < 2; count += 1) {
      expect((await checkInvitation(token)).json).toEqual({
        email,
        organizationName: organization[0]?.["name"] as unknown,
        isVolunteer: false,
      });
    }
    const username = newUsername();
    expect(await acceptInvitation(token, username)).toMatchObject({ status: 200 });
    const login = await request("POST", "/api/admin/login", {
      body: { username, password: INVITED_PASSWORD },
    });
    expect(login.json).toMatchObject({ user: { username, areas: ["giving", "content"] } });
    expect(await checkInvitation(token)).toMatchObject(INVALID_INVITATION);
    expect(await acceptInvitation(token)).toMatchObject(INVALID_INVITATION);
  });

  it("makes someone an owner if that was chosen", async () => {
    const { token } = await invite(newEmail(), null);
    const username = newUsername();
    await acceptInvitation(token, username);
    expect(
      await sql`select user_type as "userType", areas from public.users where username = ${username}`,
    ).toEqual([{ userType: "admin", areas: null }]);
  });

  it("is emailed only to the invited address, and its token isn't stored anywhere", async () => {
    const { id, email } = await invite();
    const emails = await sql`
      select to_email as to, template_name as template, data from public.email_outbox
      where data ->> 'invitationLinkId' = ${id}`;
    expect(emails).toEqual([
      {
        to: email,
        template: "Administrator Invitation",
        data: { inviter: expect.stringMatching(/^join-/), invitationLinkId: id },
      },
    ]);
    const rows = await sql`
      select entry::text as text from public.admin_invitations as entry where id = ${id}
      union all select mail::text from public.email_outbox as mail where to_email = ${email}`;
    for (const { text } of rows) expect(text).not.toMatch(/[0-9a-f]{64}/);
  });

  it("is sent once if the request is repeated with its Idempotency-Key", async () => {
    const body = { email: newEmail(), areas: null };
    const key = randomUUID();
    const [first, second] = [
      await post(body, owner.token, key),
      await post(body, owner.token, key),
    ];
    expect(second.json).toEqual(first.json);
    expect(
      await sql`select 1 from public.email_outbox where to_email = ${body.email}`,
    ).toHaveLength(1);
    expect(await checkInvitation(await createInvitationToken(String(first.json.id)))).toMatchObject(
      {
        status: 200,
      },
    );
  });

  it("works only once, even with five simultaneous clicks", async () => {
    const { email, token } = await invite();
    const usernames = Array.from({ length: 5 }, newUsername);
    const responses = await Promise.all(
      usernames.map((username) => acceptInvitation(token, username)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => [401, 503].includes(status))).toHaveLength(4);
    expect(await readState(email)).toMatchObject({ logins: 1, administrators: 1 });
  });

  it("is replaced by a later one to the same address, even if two are sent at the same time", async () => {
    const email = newEmail();
    const earlierInvitation = await invite(email);
    const laterInvitations = await Promise.all([invite(email), invite(email, null)]);
    expect(await checkInvitation(earlierInvitation.token)).toMatchObject(INVALID_INVITATION);
    expect(await acceptInvitation(earlierInvitation.token)).toMatchObject(INVALID_INVITATION);
    const statuses = await Promise.all(
      laterInvitations.map(async ({ token }) => (await checkInvitation(token)).status),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401]);
    const emails = await sql`
      select status from public.email_outbox where to_email = ${email} order by status`;
    expect(emails.map(({ status }) => status as unknown)).toEqual([
      "canceled",
      "canceled",
      "queued",
    ]);
  });

  it("is in the audit log, which names who sent it and who joined, but not the address", async () => {
    const { id, email, token } = await invite();
    const username = newUsername();
    await acceptInvitation(token, username);
    const entries = await sql`
      select action, actor_id as "actorId", after ->> 'email' as email, after ->> 'user_id' as "userId"
      from public.audit_log where table_name = 'admin_invitations' and row_id = ${id} order by id`;
    const [person] = await sql<
      { id: string }[]
    >`select id from public.users where username = ${username}`;
    expect(entries).toEqual([
      { action: "insert", actorId: owner.id, email: "erased", userId: null },
      { action: "update", actorId: null, email: "erased", userId: person?.id },
    ]);
    const joined = await sql`
      select after ->> 'username' as username from public.audit_log
      where table_name = 'users' and action = 'insert' and row_id = ${String(person?.id)}`;
    expect(joined).toEqual([{ username }]);
    expect(
      await sql`select 1 from public.audit_log as entry where entry::text like ${`%${email}%`}`,
    ).toEqual([]);
  });

  it("is listed with its sender until it is used or revoked", async () => {
    const { id, email } = await invite(newEmail(), ["settings"]);
    const readListedInvitation = async () => {
      const { json } = await request("GET", "/api/admin-invitations", { token: owner.token });
      return (json as unknown as { id: string }[]).filter((row) => row.id === id);
    };
    expect(await readListedInvitation()).toMatchObject([
      { email, areas: ["settings"], invitedBy: expect.stringMatching(/^join-/) },
    ]);
    const revoke = () => request("DELETE", `/api/admin-invitations/${id}`, { token: owner.token });
    expect((await revoke()).status).toBe(200);
    expect((await revoke()).status).toBe(404);
    expect(await readListedInvitation()).toEqual([]);
  });
});

describe("an invalid invitation", () => {
  it("changes nothing if its token is altered, unknown or signed for another purpose", async () => {
    const invitation = await invite();
    const tokens = [
      "x",
      await createInvitationToken(SOME_ID),
      await signId(facts.hashSecret, "activation-link", invitation.id),
      invitation.token.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
    ];
    for (const token of tokens) {
      expect(await checkInvitation(token)).toMatchObject(INVALID_INVITATION);
      expect(await tryWithoutEffect(invitation, () => acceptInvitation(token))).toMatchObject(
        INVALID_INVITATION,
      );
    }
  });

  it("changes nothing after seven days", async () => {
    const invitation = await invite();
    const setExpiration = (interval: string) => sql`
      update public.admin_invitations
      set created_at = now() - interval '8 days', expires_at = now() + ${interval}::interval
      where id = ${invitation.id}`;
    await setExpiration("5 seconds");
    expect(await checkInvitation(invitation.token)).toMatchObject({ status: 200 });
    await setExpiration("0 seconds");
    expect(await checkInvitation(invitation.token)).toMatchObject(INVALID_INVITATION);
    expect(
      await tryWithoutEffect(invitation, () => acceptInvitation(invitation.token)),
    ).toMatchObject(INVALID_INVITATION);
  });

  it("changes nothing once it is revoked", async () => {
    const invitation = await invite();
    await request("DELETE", `/api/admin-invitations/${invitation.id}`, { token: owner.token });
    expect(
      await tryWithoutEffect(invitation, () => acceptInvitation(invitation.token)),
    ).toMatchObject(INVALID_INVITATION);
  });

  it("changes nothing once its sender is no longer an owner or was removed", async () => {
    const inviter = await addOwner();
    const invitation = await invite(newEmail(), null, inviter);
    await sql`update public.users set areas = '{giving}' where id = ${inviter.id}`;
    expect(await checkInvitation(invitation.token)).toMatchObject(INVALID_INVITATION);
    expect(
      await tryWithoutEffect(invitation, () => acceptInvitation(invitation.token)),
    ).toMatchObject(INVALID_INVITATION);
    await sql`update public.users set areas = null, user_type = 'user' where id = ${inviter.id}`;
    expect(
      await tryWithoutEffect(invitation, () => acceptInvitation(invitation.token)),
    ).toMatchObject(INVALID_INVITATION);
    await sql`delete from auth.users where id = ${inviter.id}`;
    expect(
      await tryWithoutEffect(invitation, () => acceptInvitation(invitation.token)),
    ).toMatchObject(INVALID_INVITATION);
  });

  it.each([
    ["a short password", "ann-lee", "elevenchars", "password"],
    ["a malformed username", "ann lee", INVITED_PASSWORD, "username"],
    ["a username that someone has in other letters", "ADMIN", INVITED_PASSWORD, "username"],
  ])(
    "changes nothing for %s, and the error names the field",
    async (_, username, password, path) => {
      const invitation = await invite();
      expect(
        await tryWithoutEffect(invitation, () =>
          acceptInvitation(invitation.token, username, password),
        ),
      ).toMatchObject({
        status: 400,
        json: { code: "validation_failed", issues: [{ path }] },
      });
      expect(await acceptInvitation(invitation.token)).toMatchObject({ status: 200 });
    },
  );

  it("isn't for a volunteer whose mailbox nobody has confirmed, or whose login is disabled", async () => {
    const { id, email } = await signInVolunteerAt(newEmail());
    await sql`update public.volunteer_accounts set is_active = false where id = ${id}`;
    expect(await post({ email, areas: null })).toMatchObject({ status: 409 });
    await sql`update public.volunteer_accounts set is_active = true, activated_at = null where id = ${id}`;
    expect(await post({ email, areas: null })).toMatchObject({ status: 409 });
  });

  it("changes nothing if someone has since applied to volunteer with the same address", async () => {
    const invitation = await invite();
    await sql`
      insert into public.volunteer_applications (user_id, first_name, last_name, email, availability)
      values (${await createAuthUser(invitation.email, INVITED_PASSWORD)}, 'Ann', 'Lee', ${invitation.email}, 'weekends')`;
    expect(
      await tryWithoutEffect(invitation, () => acceptInvitation(invitation.token)),
    ).toMatchObject({
      status: 409,
      json: {
        message:
          "This email address already has a login here. Ask for an invitation to a different address.",
      },
    });
    expect(await post({ email: invitation.email, areas: null })).toMatchObject({
      status: 409,
      json: { message: "This email address already has a login here. Use another address." },
    });
    await sql`delete from public.volunteer_applications where email = ${invitation.email}`;
  });

  it("changes nothing if an administrator who isn't an owner sends it", async () => {
    const email = newEmail();
    const id = await createAuthUser(email, INVITED_PASSWORD);
    await sql`
      insert into public.users (id, username, user_type, areas)
      values (${id}, ${newUsername()}, 'admin', '{giving,volunteers,content,settings}')`;
    const { token } = await signIn(email, INVITED_PASSWORD);
    const invitation = { email: newEmail() };
    expect(
      await tryWithoutEffect(invitation, () =>
        post({ email: invitation.email, areas: null }, token),
      ),
    ).toMatchObject({
      status: 403,
    });
  });
});

describe("an interrupted attempt to accept an invitation", () => {
  it("can be repeated with the same link, and the earlier password doesn't work", async () => {
    const { email, token } = await invite();
    // Simulates a function that stopped right after it created the Auth user.
    await createAuthUser(email, "The earlier password");
    await sql`update public.admin_invitations set claimed_until = now() - interval '1 second' where email = ${email}`;
    const username = newUsername();
    expect(await acceptInvitation(token, username)).toMatchObject({ status: 200 });
    const logIn = async (password: string) =>
      (await request("POST", "/api/admin/login", { body: { username, password } })).status;
    expect([await logIn("The earlier password"), await logIn(INVITED_PASSWORD)]).toEqual([
      401, 200,
    ]);
  });

  it("leaves no login behind if someone else gets the same username at the same moment", async () => {
    const invitations = [await invite(), await invite()];
    const username = newUsername();
    const responses = await Promise.all(
      invitations.map(({ token }) => acceptInvitation(token, username)),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const losingInvitation = invitations[responses.findIndex(({ status }) => status === 400)]!;
    expect(await readState(losingInvitation.email)).toMatchObject({ logins: 0 });
    expect(await acceptInvitation(losingInvitation.token)).toMatchObject({ status: 200 });
  });
});
