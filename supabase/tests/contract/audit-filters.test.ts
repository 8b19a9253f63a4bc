import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { AUDITED_RECORDS } from "../../functions/_shared/contracts/audit-log.ts";
import { isAutomatic } from "../../functions/_shared/rules/audit-actors.ts";
import { clearRateLimits, request, signInAdmin, sql, type LoggedInPerson } from "./stack.ts";

const FORMER_ENTRY = "audit-filters-entry";
type AdminName = "admin" | "treasurer" | "coordinator" | "editor" | "manager";
const people = new Map<AdminName, LoggedInPerson>();

const addEntry = (name: AdminName, tableName: string) => sql<[{ area: string }]>`
  insert into public.audit_log (actor_id, actor_name, action, table_name, row_id)
  values (${people.get(name)!.id}, ${name}, 'update', ${tableName}, ${FORMER_ENTRY})
  returning area`;

beforeAll(async () => {
  for (const name of ["admin", "treasurer", "coordinator", "editor", "manager"] as const) {
    people.set(name, await signInAdmin(name));
  }
  // Adds an entry by an editor who had another area at that time, and an entry by the coordinator.
  await addEntry("editor", "locations");
  await addEntry("coordinator", "events");
});
beforeEach(() => clearRateLimits());
// The table is append-only, and only the owner of the database can turn that off.
afterAll(async () => {
  await sql`alter table public.audit_log disable trigger refuse_change`;
  await sql`delete from public.audit_log where row_id = ${FORMER_ENTRY}`;
  await sql`alter table public.audit_log enable trigger refuse_change`;
});

const readFilters = async (name: AdminName) => {
  const { status, json } = await request("GET", "/api/audit-log/filters", {
    token: people.get(name)?.token,
  });
  expect(status).toBe(200);
  return json as unknown as { tableNames: string[]; actors: { id: string; username: string }[] };
};

it.each(["admin", "treasurer", "coordinator", "editor", "manager"] as const)(
  "threat 2, threat 41: the audit log's filters offer %s exactly the tables whose entries they can see",
  async (name) => {
    const { tableNames } = await readFilters(name);
    const [person] = await sql<[{ areas: string[] | null }]>`
      select to_jsonb(areas) as areas from public.users where username = ${name}`;
    const areas = person.areas ?? ["owner", "giving", "volunteers", "content", "settings"];
    for (const tableName of AUDITED_RECORDS) {
      const [entry] = await addEntry("admin", tableName);
      expect([tableName, tableNames.includes(tableName)]).toEqual([
        tableName,
        // Everyone may export the lists of their own areas.
        tableName === "exports" || areas.includes(entry.area),
      ]);
    }
    expect(tableNames.includes("donors")).toBe(areas.includes("giving"));
    expect(tableNames.includes("events")).toBe(areas.includes("volunteers"));
    expect(tableNames.includes("users")).toBe(areas.includes("owner"));
    expect(tableNames.length).toBeGreaterThan(2);
  },
);

it("threat 41: the audit log's filters offer only administrators whose entries the reader can see, and offer owners all of them", async () => {
  const listUsernames = async (name: AdminName) =>
    (await readFilters(name)).actors.map(({ username }) => username);
  const coordinators = await listUsernames("coordinator");
  expect(coordinators).toEqual(expect.arrayContaining(["coordinator", "editor"]));
  expect(await listUsernames("manager")).not.toContain("editor");
  const administrators = await sql<{ username: string }[]>`
    select username from public.users where user_type = 'admin' order by lower(username)`;
  expect(await listUsernames("admin")).toEqual(administrators.map(({ username }) => username));
});

it("what the site did by itself can be left out, whoever made a change of whatever kind", async () => {
  const actors = ["admin", "authenticated", "anon", "server", "service_role", "postgres"];
  await sql`
    insert into public.audit_log (actor_id, actor_name, action, table_name, row_id)
    select case actor when 'admin' then ${people.get("admin")!.id}::uuid end, actor, action, kind, ${FORMER_ENTRY}
    from unnest(${actors}::text[]) as actor,
      unnest(${["insert", "update", "delete"]}::text[]) as action,
      unnest(${[...AUDITED_RECORDS]}::text[]) as kind`;
  const entries = await sql<
    (Parameters<typeof isAutomatic>[0] & { id: string; stored: boolean })[]
  >`
    select id, actor_id as "actorId", actor_name as "actorName", action, table_name as "tableName",
      is_automatic as stored
    from public.audit_log`;
  expect(entries.length).toBeGreaterThan(actors.length * 3 * AUDITED_RECORDS.length);
  expect(entries.filter((entry) => entry.stored !== isAutomatic(entry))).toEqual([]);
  const listIds = async (by: string) => {
    const query = `actorId=${people.get("admin")!.id}&tableName=donations${by}`;
    const { json } = await request(
      "GET",
      `/api/audit-log?search=${FORMER_ENTRY}&limit=100&${query}`,
      {
        token: people.get("admin")?.token,
      },
    );
    return json.map(({ id }: { id: string }) => id);
  };
  const all = await listIds("");
  expect(all.length).toBeGreaterThanOrEqual(3);
  expect(await listIds("&by=all")).toEqual(all);
  expect(await listIds("&by=people")).toEqual(all);
  expect(await listIds("&by=site")).toEqual([]);
  const listActors = async (by: string) => {
    const { json } = await request(
      "GET",
      `/api/audit-log?search=${FORMER_ENTRY}&limit=100&tableName=hour_entries&action=insert&by=${by}`,
      { token: people.get("admin")?.token },
    );
    return json.map(({ actorName }: { actorName: string }) => actorName).toSorted();
  };
  expect(new Set(await listActors("people"))).toEqual(
    new Set(["admin", "anon", "authenticated", "server", "service_role"]),
  );
  expect(await listActors("site")).toEqual(["postgres"]);
});

it("threat 2: the audit log's filters are denied to everyone else", async () => {
  expect((await request("GET", "/api/audit-log/filters")).status).toBe(401);
});
