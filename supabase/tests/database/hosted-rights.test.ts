import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { catchSqlState, sql, type Transaction, withRollback } from "./connection.ts";

/**
 * What hosted Postgres 17 gives the role that applies migrations, from the tests of its public image (supabase/postgres,
 * `nix/tests/expected/z_17_roles.out`). All of these memberships have the admin option.
 */
const HOSTED_ATTRIBUTES = { createrole: true, createdb: true, replication: true, bypassrls: true };
const HOSTED_MEMBERSHIPS = [
  "anon",
  "authenticated",
  "authenticator",
  "pg_monitor",
  "pg_read_all_data",
  "pg_signal_backend",
  "service_role",
];

/** Statements that hosted Postgres refuses to the migrations' role. */
const REFUSED_STATEMENTS = [
  "alter table auth.users add column nickname text",
  "alter table auth.users disable trigger all",
  "alter table storage.objects disable row level security",
  "comment on table auth.users is 'ours'",
  "comment on table storage.objects is 'ours'",
  "create index on auth.users (email)",
  "create table auth.ours (id integer)",
  "create table storage.ours (id integer)",
  "create or replace function auth.uid() returns uuid language sql as 'select null::uuid'",
  "grant supabase_auth_admin to administrator",
  "grant supabase_storage_admin to administrator",
  "set local role supabase_storage_admin",
  "set local role supabase_admin",
  "alter default privileges for role supabase_admin revoke execute on functions from public",
  "alter role supabase_admin nologin",
  "create role ours superuser",
];

describe("the role that applies migrations", () => {
  it("has at most the attributes and memberships that it has on a hosted project", async () => {
    const [attributes] = await sql`
      select rolsuper as superuser, rolcreaterole as createrole, rolcreatedb as createdb,
        rolreplication as replication, rolbypassrls as bypassrls
      from pg_roles where rolname = current_user`;
    expect(attributes).toEqual({ superuser: false, ...HOSTED_ATTRIBUTES });
    // Migrations create the role `administrator`, and its creator may use it.
    const memberships = await sql<{ role: string }[]>`
      select distinct roleid::regrole::text as role from pg_auth_members
      where member = current_user::regrole and roleid <> 'administrator'::regrole`;
    expect(memberships.length).toBeGreaterThan(0);
    expect(HOSTED_MEMBERSHIPS).toEqual(expect.arrayContaining(memberships.map(({ role }) => role)));
  });

  it.each(REFUSED_STATEMENTS)("is refused, as on a hosted project: %s", async (statement) => {
    const attempt = withRollback((tx) => tx.unsafe(statement));
    expect(await catchSqlState(attempt)).toBe("42501");
  });

  it("can't pass on its privileges for Auth's tables, as on a hosted project", async () => {
    await withRollback(async (tx) => {
      // Postgres only warns about a grant that has no effect.
      await tx`grant select on table auth.users to administrator`;
      const [{ mayRead }] = await tx<[{ mayRead: boolean }]>`
        select has_table_privilege('administrator', 'auth.users', 'select') as "mayRead"`;
      expect(mayRead).toBe(false);
    });
  });
});

describe("on an image from before June 2025, where the role has no admin option", () => {
  const migration = readFileSync("supabase/migrations/20261120000100_private.sql", "utf8");
  const block = /^do \$\$\nbegin\n {2}if to_regrole\('administrator'\)[\s\S]*?^\$\$;$/m.exec(
    migration,
  )![0];

  /** Runs the migration's block as a role that is only a member of `authenticated`. */
  const runAsOlderRole = (prepare: (tx: Transaction) => Promise<unknown>) =>
    withRollback(async (tx) => {
      await tx`create role older_image nologin createrole`;
      await tx`grant authenticated to older_image`;
      await tx`grant older_image to postgres with inherit false, set true`;
      await prepare(tx);
      await tx`set local role older_image`;
      await tx.unsafe(block);
    });

  it("the first migration says what to do and changes nothing", async () => {
    const attempt = runAsOlderRole((tx) => tx`revoke authenticated from administrator`);
    await expect(attempt).rejects.toMatchObject({
      code: "42501",
      message: expect.stringMatching(/^The role older_image can't grant .*Upgrade it .* again\./),
    });
  });

  it("the first migration doesn't need the admin option if administrators already have the role", async () => {
    await expect(runAsOlderRole(async () => undefined)).resolves.toBeUndefined();
  });
});
