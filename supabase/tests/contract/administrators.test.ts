import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { ADMIN_AREAS } from "../../functions/_shared/contracts/choices.ts";
import { startFunction } from "../function-process.ts";
import { uniqueWord } from "../unique-word.ts";
import { closeServers, listen } from "../deployment/servers.ts";
import { startFaultyProxy } from "./faulty-deployment.ts";
import { clearRateLimits, createAuthUser, request, signInAdmin, SOME_ID, sql } from "./stack.ts";

const PASSWORD = "Administrators!2026";
const WORD = uniqueWord();

interface Administrator {
  readonly id: string;
  readonly username: string;
  readonly email: string;
}

/** Adds an administrator, who is an owner unless areas are given. */
async function addAdministrator(areas: readonly string[] | null = null): Promise<Administrator> {
  const username = `team-${uniqueWord()}`;
  const email = `${username}@${WORD}.example.org`;
  const id = await createAuthUser(email, PASSWORD);
  await sql`
    insert into public.users (id, username, user_type, areas)
    values (${id}, ${username}, 'admin', ${areas && `{${areas.join(",")}}`})`;
  return { id, username, email };
}

const logIn = ({ username }: Administrator) =>
  request("POST", "/api/admin/login", { body: { username, password: PASSWORD } });
const logInForToken = async (administrator: Administrator) => {
  const { json, text } = await logIn(administrator);
  return (json?.session?.accessToken as string | undefined) ?? expect.unreachable(text);
};
const change = (token: string, { id }: { readonly id: string }, body: object) =>
  request("PUT", `/api/administrators/${id}`, { token, body });
const remove = (token: string, { id }: { readonly id: string }) =>
  request("DELETE", `/api/administrators/${id}`, { token });
const listAdministrators = (token: string) => request("GET", "/api/administrators", { token });
const readOwners = (token: string) => request("GET", "/api/administrators/owners", { token });
const readRecipients = async ({ username }: Administrator) => {
  const rows = await sql<{ to: string }[]>`
    select to_email as to from public.email_outbox
    where template_name = 'Team Changed' and data ->> 'administrator' = ${username}`;
  return rows.map(({ to }) => to);
};

beforeEach(() => clearRateLimits());
afterEach(async () => {
  await sql`delete from public.email_outbox where data ->> 'administrator' like 'team-%'`;
  await sql`delete from auth.users where email like ${`%@${WORD}.example.org`}`;
});
afterAll(closeServers);

describe("threat 9: the list of administrators", () => {
  it("shows which areas each administrator has, but only to owners", async () => {
    const owner = await addAdministrator();
    const june = await addAdministrator(["content"]);
    const token = await logInForToken(owner);
    const { status, json } = await listAdministrators(token);
    expect(status).toBe(200);
    const listedAdministrators = (json as { id: string }[]).filter(({ id }) =>
      [owner.id, june.id].includes(id),
    );
    expect(listedAdministrators).toHaveLength(2);
    expect(listedAdministrators.find(({ id }) => id === june.id)).toEqual({
      ...june,
      areas: ["content"],
      isOwn: false,
      isRemoved: false,
      hasSecondFactor: false,
      lastSignInAt: null,
      updatedAt: expect.any(String),
    });
    expect(listedAdministrators.find(({ id }) => id === owner.id)).toMatchObject({
      areas: null,
      isOwn: true,
      lastSignInAt: expect.any(String),
    });

    for (const areas of [[], ...ADMIN_AREAS.map((area) => [area])]) {
      const otherToken = await logInForToken(await addAdministrator(areas));
      for (const response of [
        await listAdministrators(otherToken),
        await change(otherToken, june, { areas: null }),
        await remove(otherToken, june),
      ]) {
        expect([response.status, response.json.code]).toEqual([403, "area_required"]);
      }
    }
    expect((await request("GET", "/api/administrators")).status).toBe(401);
  });
});

describe("threat 9: changing an administrator's areas", () => {
  it("takes effect with the next request and is emailed to every owner", async () => {
    const owner = await addAdministrator();
    const june = await addAdministrator(["content"]);
    const [token, juneToken] = [await logInForToken(owner), await logInForToken(june)];
    expect((await readOwners(juneToken)).status).toBe(200);
    const { status, json } = await change(token, june, { areas: ["settings", "giving"] });
    expect(status).toBe(200);
    expect(json).toMatchObject({ id: june.id, areas: ["giving", "settings"] });
    const refusedResponse = await readOwners(juneToken);
    expect([refusedResponse.status, refusedResponse.json.code]).toEqual([401, "access_changed"]);
    expect((await logIn(june)).json.user.areas).toEqual(["giving", "settings"]);
    const recipients = await readRecipients(june);
    expect(recipients).toEqual(expect.arrayContaining([owner.email, "admin@example.org"]));
    expect(recipients).not.toContain(june.email);

    // Sending the same areas in a different order changes nothing and logs nobody out.
    const newToken = await logInForToken(june);
    expect((await change(token, june, { areas: ["settings", "giving"] })).status).toBe(200);
    expect((await readOwners(newToken)).status).toBe(200);
    expect(await readRecipients(june)).toEqual(recipients);
  });

  it("refuses unknown and repeated areas, and doesn't change areas that are left out", async () => {
    const { token } = await signInAdmin();
    const june = await addAdministrator(["content"]);
    for (const body of [
      { areas: ["owner"] },
      { areas: ["giving", "giving"] },
      { areas: "giving" },
    ]) {
      const { status, json } = await change(token, june, body);
      expect([status, json.code]).toEqual([400, "validation_failed"]);
    }
    const unchangedResponse = await change(token, june, {});
    expect([unchangedResponse.status, unchangedResponse.json.areas]).toEqual([200, ["content"]]);
    const unknownIdResponse = await change(token, { id: SOME_ID }, { areas: [] });
    expect([unknownIdResponse.status, unknownIdResponse.json.message]).toEqual([
      404,
      "We couldn't find that administrator. They may have been removed.",
    ]);
    expect(await readRecipients(june)).toEqual([]);
  });

  it("lets an owner give up their own areas if there is another owner", async () => {
    const owner = await addAdministrator();
    const token = await logInForToken(owner);
    const { status, json } = await change(token, owner, { areas: [] });
    expect([status, json.areas, json.isOwn]).toEqual([200, [], true]);
    expect((await listAdministrators(token)).status).toBe(401);
    expect(await readRecipients(owner)).toContain(owner.email);
  });
});

describe("threat 9: removing an administrator", () => {
  it("ends their session, deletes their login and keeps their name in the audit log", async () => {
    const owner = await addAdministrator();
    const june = await addAdministrator();
    const [token, juneToken] = [await logInForToken(owner), await logInForToken(june)];
    const otherAdministrator = await addAdministrator(["content"]);
    expect((await change(juneToken, otherAdministrator, { areas: [] })).status).toBe(200);

    expect((await remove(token, june)).status).toBe(200);
    expect((await listAdministrators(juneToken)).status).toBe(401);
    expect((await logIn(june)).status).toBe(401);
    expect(await sql`select id from auth.users where id = ${june.id}`).toHaveLength(0);
    expect(await readRecipients(june)).toEqual(
      expect.arrayContaining([owner.email, june.email, "admin@example.org"]),
    );
    const entries = await sql`
      select actor_name as actor, action, row_id as id from public.audit_log
      where table_name = 'users' and row_id = any (${[june.id, otherAdministrator.id]}) and action <> 'insert'
      order by audit_log.id`;
    expect(entries.map(({ actor, action, id }) => [actor, action, id])).toEqual([
      [june.username, "update", otherAdministrator.id],
      [owner.username, "update", june.id],
      [expect.stringMatching(/^supabase_/), "delete", june.id],
    ]);
    expect((await remove(token, june)).status).toBe(404);
  });

  it("leaves them no rights even if Auth doesn't respond, and a second try finishes the removal", async () => {
    const owner = await addAdministrator();
    const june = await addAdministrator(["content"]);
    const [token, juneToken] = [await logInForToken(owner), await logInForToken(june)];
    const unavailableAuth = await listen((_, response) => void response.writeHead(503).end("{}"));
    const proxy = await startFaultyProxy("project", {
      changeRequest: (path) =>
        path.startsWith("/auth/v1/admin/users/") ? unavailableAuth : undefined,
    });
    const api = await startFunction("api", { SUPABASE_URL: proxy });
    const response = await fetch(`${api.url}/administrators/${june.id}`, {
      method: "DELETE",
      headers: { Authorization: `Bearer ${token}` },
    });
    await api.stop();
    expect(response.status, await response.text()).toBe(503);
    expect((await readOwners(juneToken)).status).toBe(403);
    const { json } = await listAdministrators(token);
    const listedAdministrator = (json as { id: string }[]).find(({ id }) => id === june.id);
    expect(listedAdministrator).toMatchObject({ isRemoved: true, areas: [] });
    const recipients = await readRecipients(june);

    expect((await remove(token, june)).status).toBe(200);
    expect(await sql`select id from auth.users where id = ${june.id}`).toHaveLength(0);
    expect(await readRecipients(june)).toEqual(recipients);
  });
});
