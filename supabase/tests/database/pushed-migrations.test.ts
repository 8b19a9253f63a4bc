import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres, { type Sql } from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { superuser } from "../../local/database/cluster.ts";
import { listMigrations, migrationsFolder } from "../../local/database/migrations.ts";
import { runSupabaseCli } from "../../local/database/supabase-cli.ts";
import { loadOrCreateKeys } from "../../local/machine/keys.ts";
import { createLocalServices } from "../../local/services/services.ts";
import {
  ACCEPTED_STATEMENTS,
  COMMITTING_STATEMENTS,
  EARLIER_STATEMENTS,
  FIRST_STATEMENTS,
  REFUSED_STATEMENTS,
} from "../migration-faults.ts";
import { getRoundCount } from "../random.ts";
import { readStackFacts } from "../stack-facts.ts";
import { sql } from "./connection.ts";

/** Starting the CLI takes a second, so `npm test` pushes only a few migrations, and `npm run test:all` all of them. */
const take = (testCount: number, statements: readonly string[]) =>
  statements.slice(0, getRoundCount(testCount, statements.length));

const DATABASE = "pushed_migrations";
const databaseUrl = new URL(readStackFacts().databaseUrl);
databaseUrl.pathname = `/${DATABASE}`;

let home = "";
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), "care-packages-push-"));
  await mkdir(path.join(home, "supabase/migrations"), { recursive: true });
  await writeFile(path.join(home, "supabase/config.toml"), "[db]\nmajor_version = 17\n");
});
afterAll(() => rm(home, { recursive: true, force: true }));

let pushed: Sql;
beforeEach(async () => {
  await sql.unsafe(`drop database if exists ${DATABASE}`);
  await sql.unsafe(`create database ${DATABASE}`);
  pushed = postgres(databaseUrl.href, { max: 1, onnotice: () => undefined });
});
afterEach(async () => {
  await pushed.end();
  await sql.unsafe(`drop database ${DATABASE} with (force)`);
});

/** Pushes one migration with the pinned CLI. Returns what is left of it. */
async function push(text: string) {
  await pushed.unsafe(EARLIER_STATEMENTS).simple();
  await writeFile(path.join(home, "supabase/migrations/20990101000000_partners.sql"), text);
  const succeeded = await runSupabaseCli(["db", "push"], databaseUrl.href, home, home).then(
    ({ code }) => code === 0,
    () => false,
  );
  const [left] = await pushed<[{ isApplied: boolean }]>`
    select to_regclass('public.partners') is not null as "isApplied"`;
  return { succeeded, ...left };
}

/** Creates what a hosted project has before its first migration: roles, and the schemas of Auth and Storage. */
async function prepareProject(): Promise<void> {
  const url = new URL(databaseUrl);
  url.username = superuser;
  const services = createLocalServices({
    databaseUrl: url.href,
    siteUrl: "http://localhost",
    dataDir: home,
    keys: await loadOrCreateKeys(home, () => undefined),
    passwordCost: 4,
    onMail: () => undefined,
  });
  const admin = postgres(url.href, { max: 1, onnotice: () => undefined });
  const runScript = async (name: string) =>
    admin.unsafe(await readFile(`supabase/local/database/${name}`, "utf8")).simple();
  await runScript("roles.sql");
  await services.prepareSchemas();
  await services.stop();
  await runScript("service-bridges.sql");
  await admin.end();
}

/** The last statement fails, so nothing may be left of those before it. */
const FAILING_STATEMENT = "\nselect 1 / 0;";

describe("`supabase db push`", () => {
  it.each(take(1, REFUSED_STATEMENTS))(
    "refuses what the tests of migrations refuse: %s",
    async (statement) => {
      expect(await push(FIRST_STATEMENTS + statement)).toEqual({
        succeeded: false,
        isApplied: false,
      });
    },
  );

  it.each(take(0, COMMITTING_STATEMENTS))(
    "can't undo what comes before a statement that the tests of migrations refuse: %s",
    async (statement) => {
      const left = await push(FIRST_STATEMENTS + statement + FAILING_STATEMENT);
      expect(left).toEqual({ succeeded: false, isApplied: true });
    },
  );

  it.each(take(0, ACCEPTED_STATEMENTS))(
    "accepts what the tests of migrations accept, and undoes it if a later statement fails: %s",
    async (statement) => {
      const text = FIRST_STATEMENTS + statement;
      expect(await push(text + FAILING_STATEMENT)).toEqual({ succeeded: false, isApplied: false });
      await pushed.unsafe("drop table public.partner_states; drop type public.partner_state");
      expect(await push(text)).toEqual({ succeeded: true, isApplied: true });
    },
  );

  it.each(take(0, ["every migration"]))(
    "applies %s with the rights that the migrations' role has on a hosted project",
    async () => {
      await prepareProject();
      const project = path.join(home, "project");
      await cp(migrationsFolder, path.join(project, "supabase/migrations"), { recursive: true });
      const { code } = await runSupabaseCli(["db", "push"], databaseUrl.href, home, project);
      expect(code).toBe(0);
      const rows = await pushed<{ version: string }[]>`
        select version from supabase_migrations.schema_migrations order by version`;
      const versions = (await listMigrations()).map(({ version }) => version);
      expect(rows.map(({ version }) => version)).toEqual(versions);
    },
  );
});
