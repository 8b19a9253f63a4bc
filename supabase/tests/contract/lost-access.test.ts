import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  addOwner,
  acceptInvitation,
  newUsername,
  INVITED_PASSWORD,
  removeInvitedPeople,
  sendInvitation,
} from "./inviting.ts";
import { clearRateLimits, type LoggedInPerson, request, sql } from "./stack.ts";

let owner: LoggedInPerson;
let ownerName = "";
beforeAll(async () => {
  owner = await addOwner();
  const [row] = await sql<[{ username: string }]>`
    select username from public.users where id = ${owner.id}`;
  ownerName = row.username;
});
beforeEach(() => clearRateLimits());
afterAll(removeInvitedPeople);

async function addTreasurer() {
  const { token } = await sendInvitation(owner, ["giving"]);
  const username = newUsername();
  await acceptInvitation(token, username);
  const [row] = await sql<
    [{ id: string }]
  >`select id from public.users where username = ${username}`;
  const logIn = async () => {
    const body = { username, password: INVITED_PASSWORD };
    const { json } = await request("POST", "/api/admin/login", { body });
    return json.session.accessToken as string;
  };
  return { ...row, logIn, token: await logIn() };
}
const addTask = (token: string) =>
  request("POST", "/api/donor-tasks", { token, body: { text: "Call back", dueOn: "2030-01-01" } });
const changeAreas = (id: string, areas: string[]) =>
  request("PUT", `/api/administrators/${id}`, { token: owner.token, body: { areas } });
const remove = (id: string) =>
  request("DELETE", `/api/administrators/${id}`, { token: owner.token });

describe("threat 10: an administrator's next save", () => {
  it("says which owner changed their access, and only until they log in again", async () => {
    const treasurer = await addTreasurer();
    expect((await changeAreas(treasurer.id, ["content"])).status).toBe(200);
    const before = await sql`select count(*) from public.donor_tasks`;
    const { status, json } = await addTask(treasurer.token);
    expect([status, json.code, json.message]).toEqual([
      401,
      "access_changed",
      `${ownerName} changed what you have access to. Please log in again to continue.`,
    ]);
    expect(await sql`select count(*) from public.donor_tasks`).toEqual(before);
    expect(await addTask(await treasurer.logIn())).toMatchObject({
      status: 403,
      json: { code: "area_required" },
    });
  });

  it("says which owner removed them, and who to ask", async () => {
    const treasurer = await addTreasurer();
    expect((await remove(treasurer.id)).status).toBe(200);
    expect(await sql`select 1 from auth.users where id = ${treasurer.id}`).toEqual([]);
    const { status, json } = await addTask(treasurer.token);
    expect([status, json.code, json.message]).toEqual([
      401,
      "access_removed",
      `${ownerName} removed you as an administrator of this site. If that's a mistake, ask ${ownerName}.`,
    ]);
  });

  it("says only that the session has expired if their access changed before it began", async () => {
    const treasurer = await addTreasurer();
    await changeAreas(treasurer.id, ["giving", "content"]);
    const token = await treasurer.logIn();
    expect((await request("POST", "/api/admin/logout", { token })).status).toBe(200);
    expect(await addTask(token)).toMatchObject({ status: 401, json: { code: "session_expired" } });
  });
});

describe("two owners acting at the same time", () => {
  it("can't both change the same administrator: the second is refused and sees what the first saved", async () => {
    const treasurer = await addTreasurer();
    const otherOwner = await addOwner();
    const list = await request("GET", "/api/administrators", { token: owner.token });
    const { updatedAt } = (list.json as unknown as { id: string; updatedAt: string }[]).find(
      ({ id }) => id === treasurer.id,
    )!;
    const change = (token: string, areas: string[]) =>
      request("PUT", `/api/administrators/${treasurer.id}`, { token, body: { areas, updatedAt } });
    const responses = await Promise.all([
      change(owner.token, ["content"]),
      change(otherOwner.token, ["settings"]),
    ]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [savedResponse, refusedResponse] = responses.toSorted((a, b) => a.status - b.status);
    expect(refusedResponse?.json).toMatchObject({
      code: "stale_edit",
      current: { id: treasurer.id, areas: savedResponse?.json.areas as unknown },
    });
    expect(refusedResponse?.json.message).toMatch(/saved changes first/);
  });

  it("can change and remove the same administrator, and the one making the change learns about the removal", async () => {
    const treasurer = await addTreasurer();
    await remove(treasurer.id);
    const { status, json } = await changeAreas(treasurer.id, ["content"]);
    expect(status).toBe(404);
    expect(json.message).toBe("We couldn't find that administrator. They may have been removed.");
  });

  it("can't both act if one removes the other, and the removed owner is told why", async () => {
    const treasurer = await addTreasurer();
    const otherOwner = await addOwner();
    await remove(otherOwner.id);
    const response = await request("PUT", `/api/administrators/${treasurer.id}`, {
      token: otherOwner.token,
      body: { areas: null },
    });
    expect([response.status, response.json.code]).toEqual([401, "access_removed"]);
    const [row] = await sql<[{ areas: string[] }]>`
      select to_jsonb(areas) as areas from public.users where id = ${treasurer.id}`;
    expect(row.areas).toEqual(["giving"]);
  });
});
