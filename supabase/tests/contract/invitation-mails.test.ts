import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  acceptInvitation,
  addOwner,
  checkInvitation,
  INVITED_PASSWORD,
  newEmail,
  newUsername,
  postInvitation,
  removeInvitedPeople,
  sendInvitation,
} from "./inviting.ts";
import { connectMailer } from "./mailer.ts";
import {
  clearRateLimits,
  type LoggedInPerson,
  postponeEmails,
  request,
  signIn,
  sql,
} from "./stack.ts";

const { database, runMailer } = connectMailer("");

let owner: LoggedInPerson;
beforeAll(async () => {
  owner = await addOwner();
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await removeInvitedPeople();
  await database.close();
});

describe("when an invited person joins", () => {
  const readEmails = (username: string) => sql<{ to: string; data: object }[]>`
    select to_email as to, data from public.email_outbox
    where template_name = 'Administrator Joined' and data ->> 'administrator' = ${username}
    order by to_email`;

  it("every owner except that person gets one email, even after repeated attempts", async () => {
    const { token } = await sendInvitation(owner, null);
    const username = newUsername();
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => acceptInvitation(token, username)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await acceptInvitation(token, username)).status).toBe(401);
    const owners = await sql<{ email: string; name: string }[]>`
      select email, name from private.owner_addresses() order by email`;
    const others = owners.filter(({ name }) => name !== username).map(({ email }) => email);
    expect(others).toHaveLength(owners.length - 1);
    const emails = await readEmails(username);
    expect(emails.map(({ to }) => to)).toEqual(others);
    expect(emails[0]?.data).toEqual({
      administrator: username,
      areas: null,
      invitedBy: expect.stringMatching(/^join-/),
    });
  });

  it("owners learn which areas that person has, and nobody is emailed about a failed attempt", async () => {
    const { token } = await sendInvitation(owner, ["content", "giving"]);
    const username = newUsername();
    expect((await acceptInvitation(token, "admin")).status).toBe(400);
    expect(await readEmails("admin")).toEqual([]);
    expect((await acceptInvitation(token, username)).status).toBe(200);
    const emails = await readEmails(username);
    expect(emails.length).toBeGreaterThan(1);
    expect(emails[0]?.data).toMatchObject({ areas: ["content", "giving"] });
  });
});

describe("an invitation email", () => {
  interface Mail {
    readonly id: string;
    readonly status: string;
    readonly reason: string | null;
  }
  const readEmail = async (invitationId: string): Promise<Mail> => {
    const [mail] = await sql<Mail[]>`
      select id, status, last_error as reason from public.email_outbox
      where data ->> 'invitationLinkId' = ${invitationId}`;
    return mail!;
  };
  const resend = async (invitationId: string, { token } = owner) => {
    const { id } = await readEmail(invitationId);
    return request("POST", `/api/email-outbox/${id}/resend`, { token });
  };
  const revoke = (id: string) =>
    request("DELETE", `/api/admin-invitations/${id}`, { token: owner.token });
  const listInvitationsTo = async (email: string) => {
    const { json } = await request("GET", "/api/admin-invitations", { token: owner.token });
    return (json as unknown as { email: string; state: string }[]).filter(
      (row) => row.email === email,
    );
  };
  const expire = (id: string) => sql`
    update public.admin_invitations
    set created_at = now() - interval '9 days', expires_at = now() - interval '2 days' where id = ${id}`;

  it("isn't sent once the invitation is revoked, no matter how far the mailer has gotten", async () => {
    await postponeEmails();
    const invitations = [await sendInvitation(owner), await sendInvitation(owner)];
    await revoke(invitations[0]!.id);
    // Simulates a worker that took this email but got no response from the provider.
    await sql`
      update public.email_outbox set status = 'sending', attempts = 1, locked_at = now(), next_attempt_at = now()
      where data ->> 'invitationLinkId' = ${invitations[1]!.id}`;
    await revoke(invitations[1]!.id);
    const { attemptedEmails } = await runMailer();
    expect(attemptedEmails.filter(({ text }) => /join#token=/.test(text))).toEqual([]);
    for (const { id } of invitations) expect((await readEmail(id)).status).toBe("canceled");
    expect((await readEmail(invitations[1]!.id)).reason).toMatch(/^This invitation was revoked/);
  });

  it("can't be sent again once its link has stopped working, and the response says why", async () => {
    const revokedInvitation = await sendInvitation(owner);
    await revoke(revokedInvitation.id);
    const replacedInvitation = await sendInvitation(owner);
    const laterInvitation = await sendInvitation(owner, ["content"], replacedInvitation.email);
    const usedInvitation = await sendInvitation(owner);
    await acceptInvitation(usedInvitation.token);
    await sql`
      update public.email_outbox set status = 'failed' where data ->> 'invitationLinkId' = ${usedInvitation.id}`;
    for (const [{ id }, reason] of [
      [revokedInvitation, /^This invitation was revoked/],
      [replacedInvitation, /replaced by a newer one/],
      [usedInvitation, /already joined/],
    ] as const) {
      const before = await readEmail(id);
      const { status, json } = await resend(id);
      expect([status, json.code]).toEqual([409, "invitation_closed"]);
      expect(json.message).toMatch(reason);
      expect(await readEmail(id)).toEqual(before);
    }
    await request("POST", "/api/email-outbox/resend-failed", { token: owner.token });
    expect((await readEmail(usedInvitation.id)).status).toBe("failed");
    expect((await checkInvitation(laterInvitation.token)).status).toBe(200);
  });

  it("can't be sent again once the sender is no longer an owner", async () => {
    const inviter = await addOwner();
    const { id, email } = await sendInvitation(inviter);
    await sql`update public.email_outbox set status = 'failed' where data ->> 'invitationLinkId' = ${id}`;
    await sql`update public.users set areas = '{giving}' where id = ${inviter.id}`;
    const { status, json } = await resend(id);
    expect(status).toBe(409);
    expect(json.message).toMatch(/isn't an owner anymore/);
    expect(await listInvitationsTo(email)).toEqual([]);
  });

  it("makes an expired invitation valid again when it's resent", async () => {
    await postponeEmails();
    const { id, email, token } = await sendInvitation(owner);
    await sql`
      update public.email_outbox set status = 'failed' where data ->> 'invitationLinkId' = ${id}`;
    await expire(id);
    expect(await listInvitationsTo(email)).toMatchObject([{ state: "expired" }]);
    expect((await checkInvitation(token)).status).toBe(401);
    expect((await resend(id)).status).toBe(200);
    const { attemptedEmails } = await runMailer();
    expect(attemptedEmails.map(({ to }) => to.address)).toContain(email);
    expect((await checkInvitation(token)).status).toBe(200);
    expect(await listInvitationsTo(email)).toMatchObject([{ state: "open" }]);
  });

  it("is sent with a new link if the address is invited again after the first link expired, and the first link still doesn't work", async () => {
    const email = newEmail();
    const expiredInvitation = await sendInvitation(owner, ["giving"], email);
    await expire(expiredInvitation.id);
    const { json } = await postInvitation({ email, areas: ["giving"] }, owner.token);
    expect(json).toMatchObject({ email, state: "open" });
    const [{ days }] = await sql<[{ days: number }]>`
      select round(extract(epoch from expires_at - now()) / 86400)::int as days
      from public.admin_invitations where id = ${json.id as string}`;
    expect(days).toBe(7);
    expect(await listInvitationsTo(email)).toHaveLength(1);
    expect((await checkInvitation(expiredInvitation.token)).status).toBe(401);
    expect((await readEmail(expiredInvitation.id)).status).toBe("canceled");
  });
});

it("an invitation stays dead if its sender stops being an owner and becomes one again", async () => {
  const inviter = await addOwner();
  const invitation = await sendInvitation(inviter);
  expect((await checkInvitation(invitation.token)).status).toBe(200);
  const setAreas = (areas: string[] | null) =>
    sql`update public.users set areas = ${areas} where id = ${inviter.id}`;
  await setAreas(["giving"]);
  expect((await checkInvitation(invitation.token)).status).toBe(401);
  await setAreas(null);
  expect((await checkInvitation(invitation.token)).status).toBe(401);
  expect((await acceptInvitation(invitation.token)).status).toBe(401);
  const [{ email }] = await sql<[{ email: string }]>`
    select email from auth.users where id = ${inviter.id}`;
  const newInvitation = await sendInvitation(await signIn(email, INVITED_PASSWORD));
  expect((await checkInvitation(newInvitation.token)).status).toBe(200);
});
