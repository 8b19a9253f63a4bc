import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { accept, addOwner, newUsername, removeInvited, sendInvitation } from "./inviting.ts";
import { clearRateLimits, type LoggedInPerson, sql } from "./stack.ts";

let owner: LoggedInPerson;
beforeAll(async () => {
  owner = await addOwner();
});
beforeEach(() => clearRateLimits());
afterAll(removeInvited);

describe("when an invited person joins", () => {
  const readMails = (username: string) => sql<{ to: string; data: object }[]>`
    select to_email as to, data from public.email_outbox
    where template_name = 'Administrator Joined' and data ->> 'administrator' = ${username}
    order by to_email`;

  it("each owner but that person gets one email, also after a repeated attempt", async () => {
    const { token } = await sendInvitation(owner, null);
    const username = newUsername();
    const answers = await Promise.all(Array.from({ length: 4 }, () => accept(token, username)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await accept(token, username)).status).toBe(401);
    const owners = await sql<{ email: string; name: string }[]>`
      select email, name from private.owner_addresses() order by email`;
    const others = owners.filter(({ name }) => name !== username).map(({ email }) => email);
    expect(others).toHaveLength(owners.length - 1);
    const mails = await readMails(username);
    expect(mails.map(({ to }) => to)).toEqual(others);
    expect(mails[0]?.data).toEqual({
      administrator: username,
      areas: null,
      invitedBy: expect.stringMatching(/^join-/),
    });
  });

  it("owners read which areas they have, and nobody is told of a failed attempt", async () => {
    const { token } = await sendInvitation(owner, ["content", "giving"]);
    const username = newUsername();
    expect((await accept(token, "admin")).status).toBe(400);
    expect(await readMails("admin")).toEqual([]);
    expect((await accept(token, username)).status).toBe(200);
    const mails = await readMails(username);
    expect(mails.length).toBeGreaterThan(1);
    expect(mails[0]?.data).toMatchObject({ areas: ["content", "giving"] });
  });
});
