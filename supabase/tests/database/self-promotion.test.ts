import { describe, expect, test } from "vitest";
import {
  addAdmin,
  addVolunteer,
  runAs,
  buildJwtClaims,
  catchSqlState,
  withRollback,
  type Person,
  type Transaction,
} from "./connection.ts";

async function isAdmin(tx: Transaction, claims: string, sub: string): Promise<boolean> {
  let result = false;
  await tx.savepoint(async (savepoint) => {
    const [row] = await savepoint<{ isAdmin: boolean }[]>`
      select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true),
        set_config('request.jwt.claim.sub', ${sub}, true), private.is_admin() as "isAdmin"`;
    result = row?.isAdmin ?? false;
    await savepoint`select set_config('role', 'none', true)`;
  });
  return result;
}

const metadata = [
  { user_type: "admin" },
  { userType: "admin" },
  { role: "admin" },
  { is_admin: true },
  { role: "service_role" },
  { admin: true, roles: ["admin"] },
];

const forgedClaims = [
  { role: "service_role" },
  { user_role: "admin" },
  { user_type: "admin" },
  { app_metadata: { user_type: "admin", role: "admin" } },
  { user_metadata: { user_type: "admin" } },
  { is_admin: true },
];

const statements = (personId: string) => [
  `update public.users set user_type = 'admin'`,
  `insert into public.users (id, username, user_type) values ('${personId}', 'me', 'admin')`,
  `insert into public.users (id, username) values ('${personId}', 'me')`,
  `update auth.users set raw_app_meta_data = '{"role": "admin"}'`,
  `update auth.sessions set created_at = now()`,
  `insert into auth.sessions (id, user_id) values (gen_random_uuid(), '${personId}')`,
  `alter table public.users disable row level security`,
  `create policy mine on public.users using (true)`,
  `create or replace function private.is_admin() returns boolean language sql as 'select true'`,
  `grant service_role to authenticated`,
  `set role service_role`,
  `set role postgres`,
  `update public.volunteer_accounts set is_active = true, activated_at = now()`,
];

describe("threat 5: no one can make themselves an administrator", () => {
  test.for(metadata)("with the sign-up metadata %o", async (data) => {
    const isAdministrator = await withRollback(async (tx) => {
      const person = await addVolunteer(tx);
      await tx`
        update auth.users set raw_user_meta_data = ${tx.json(data)}, raw_app_meta_data = ${tx.json(data)}
        where id = ${person.id}`;
      return isAdmin(tx, buildJwtClaims(person), person.id);
    });
    expect(isAdministrator).toBe(false);
  });

  test.for(forgedClaims)("with the claims %o", async (claims) => {
    const isAdministrator = await withRollback(async (tx) => {
      const person = await addVolunteer(tx);
      const ownClaims = JSON.parse(buildJwtClaims(person)) as object;
      return isAdmin(tx, JSON.stringify({ ...ownClaims, ...claims }), person.id);
    });
    expect(isAdministrator).toBe(false);
  });

  test("with an administrator's session and another subject", async () => {
    const isAdministrator = await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const person: Person = { ...(await addVolunteer(tx)), sessionId: admin.sessionId };
      return isAdmin(tx, buildJwtClaims(person), person.id);
    });
    expect(isAdministrator).toBe(false);
  });

  test("with SQL statements", async () => {
    const successfulStatements = await withRollback(async (tx) => {
      const person = await addVolunteer(tx);
      const successes: string[] = [];
      for (const statement of statements(person.id)) {
        const wasAdmin = await isAdmin(tx, buildJwtClaims(person), person.id);
        const code = await catchSqlState(
          tx.savepoint((savepoint) => runAs(savepoint, person, (inner) => inner.unsafe(statement))),
        );
        const isAdminAfter = await isAdmin(tx, buildJwtClaims(person), person.id);
        // A statement that changes no rows counts as refused too.
        if (
          wasAdmin ||
          isAdminAfter ||
          (code === undefined && !statement.startsWith("update public"))
        ) {
          successes.push(statement);
        }
      }
      return successes;
    });
    // The tests' own connection can become any role, as the gateway's can; a request can't run `set role`.
    expect(successfulStatements.filter((statement) => !statement.startsWith("set role"))).toEqual(
      [],
    );
  });
});
