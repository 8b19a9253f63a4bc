import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { migrationsFolder } from "../local/database/migrations.ts";
import {
  ACCEPTED_STATEMENTS,
  COMMITTING_STATEMENTS,
  FIRST_STATEMENTS,
  REFUSED_STATEMENTS,
} from "../tests/migration-faults.ts";
import {
  computeChecksum,
  findMigrationProblems,
  readMigrations,
  type MigrationFile,
  type ReleasedMigrations,
} from "./migrations.ts";

const migrations = await readMigrations(migrationsFolder);
const [first, second, ...others] = migrations as [MigrationFile, MigrationFile, MigrationFile];
/** Made-up releases that contain every migration of this repository. */
const madeUpReleases: ReleasedMigrations[] = [
  { version: "1.0.0", files: { [first.file]: computeChecksum(first.text) } },
  {
    version: "1.1.0",
    files: Object.fromEntries(
      [second, ...others].map(({ file, text }) => [file, computeChecksum(text)]),
    ),
  },
];
const lastFile = migrations.at(-1)?.file ?? "";
const addMigration = (text: string, file = "20991231000000_partners.sql") => [
  ...migrations,
  { file, text },
];

test("the migrations of every release are unchanged, and the others come after them", () => {
  const releases = JSON.parse(
    readFileSync("supabase/release/migrations.json", "utf8"),
  ) as ReleasedMigrations[];
  expect(findMigrationProblems(releases, migrations)).toEqual([]);
});

describe("after a made-up release", () => {
  test("an unchanged repository and a new migration have no problems", () => {
    expect(migrations.length).toBeGreaterThan(30);
    expect(findMigrationProblems(madeUpReleases, migrations)).toEqual([]);
    expect(
      findMigrationProblems(madeUpReleases, addMigration("create table public.partners ();")),
    ).toEqual([]);
  });

  test("a change to any released migration is reported", () => {
    for (const { file } of migrations) {
      const changed = migrations.map((migration) =>
        migration.file === file ? { file, text: `${migration.text}\n-- One more line` } : migration,
      );
      const version = file === first.file ? "1.0.0" : "1.1.0";
      expect(findMigrationProblems(madeUpReleases, changed)).toEqual([
        `${file} was released in ${version}. Undo the change, and add a new migration.`,
      ]);
    }
  });

  test("a released migration that was removed is reported", () => {
    expect(findMigrationProblems(madeUpReleases, [first, ...others])).toEqual([
      `${second.file} was released in 1.1.0. Put it back.`,
    ]);
  });

  test("a new migration that comes before a released one is reported", () => {
    const early = "20261120000150_partners.sql";
    expect(findMigrationProblems(madeUpReleases, addMigration("select 1;", early))).toEqual([
      `${early} comes before ${lastFile}, which was released in 1.1.0. Give it a later timestamp.`,
    ]);
  });

  test.each([
    "alter table public.events drop column address;",
    "alter table public.events drop address;",
    "drop table if exists public.events;",
    "drop function private.today();",
    "alter table public.events rename column address to place;",
    "alter table public.events rename to meetings;",
    "alter table public.events alter column address type varchar(40);",
    "alter table public.events alter column address set not null;",
    "drop\nfunction private.today();",
    "alter table public.events set schema private;",
    "alter function private.today() set schema public;",
    "alter table public.events alter column address drop default;",
    "alter table public.events alter address drop default;",
    "alter table public.events alter address type varchar(40);",
    "alter table public.events add constraint events_note_check check (note <> '');",
    "alter table public.events add check (note <> '');",
    "alter table public.events add constraint events_date unique (date);",
    "create unique index on public.events (date);",
    "alter table public.events alter column id set generated always;",
    "alter table public.events enable row level security;",
    "revoke select on public.events from anon;",
    "revoke all on all tables in schema public from anon;",
    "alter default privileges revoke execute on functions from public;",
    "delete from public.events where date < '2000-01-01';",
    "with old as (delete from public.events returning 1) select count(*) from old;",
    "truncate public.events;",
    "do $$ begin execute 'drop table ' || 'public.events'; end $$;",
    'drop policy "Anyone can read events" on public.events;',
    "drop trigger set_updated_at on public.events;",
  ])(
    "a new migration is refused if the last release may still need what it changes: %s",
    (statement) => {
      const problem = expect.stringMatching(/:[23] could break the last release/);
      const findProblems = (text: string) =>
        findMigrationProblems(madeUpReleases, addMigration(text));
      expect(findProblems(`select 1;\n${statement}`)).toEqual([problem]);
      expect(findProblems(`-- Unused since 1.2.0.\n${statement}`)).toEqual([problem]);
      expect(findProblems(`-- Unused since 1.1.0. Nobody reads it.\n${statement}`)).toEqual([]);
    },
  );

  test("the comment “Unused since” applies only to the statement below it, which may have several lines", () => {
    const text = `-- Unused since 1.1.0.
alter table public.events
  drop column address;
alter table public.events
  drop column date;`;
    expect(findMigrationProblems(madeUpReleases, addMigration(text))).toEqual([
      expect.stringContaining(":5 could break the last release"),
    ]);
  });

  test("what the last release can't miss is never reported", () => {
    const text = `alter table public.events drop constraint events_check;
alter table public.events alter column address drop not null;
alter table public.events alter column address set default '';
alter table public.events rename constraint a to b;
drop index public.events_idx;
create table public.partners (id uuid primary key, name text not null unique check (name <> ''));
alter table public.partners enable row level security;
alter table public.partners add constraint partners_name check (name <> 'drop table');
create unique index on public.partners (name);
create function private.list_partners() returns void language sql as $$ delete from public.partners $$;
revoke all on function private.list_partners() from public;
drop policy "Anyone" on public.events;
create policy "Anybody" on public.events for select using (true);
drop trigger if exists set_updated_at on public.events;
create trigger set_updated_at before update on public.events for each row execute function private.touch();
insert into public.partners (name) values ('drop table; delete from public.events');
update public.events set note = null; -- truncate
grant select on public.partners to anon;`;
    expect(findMigrationProblems(madeUpReleases, addMigration(text))).toEqual([]);
  });
});

describe("a migration that no release contains yet", () => {
  const file = "20991231000000_partners.sql";
  const findProblems = (statement: string, releases: readonly ReleasedMigrations[]) =>
    findMigrationProblems(
      releases,
      (releases.length === 0 ? [] : migrations).concat({
        file,
        text: FIRST_STATEMENTS + statement,
      }),
    );

  test.each([...REFUSED_STATEMENTS, ...COMMITTING_STATEMENTS])(
    "is refused if `supabase db push` couldn't run it, or couldn't undo it if a later statement failed: %s",
    (statement) => {
      for (const releases of [[], madeUpReleases]) {
        const [problem] = findProblems(statement, releases);
        expect(problem).toMatch(
          /^20991231000000_partners\.sql:\d+: `.+`\. .*\b(db push|Postgres can't use this value)\b.*\.$/,
        );
      }
    },
  );

  test.each(ACCEPTED_STATEMENTS)(
    "isn't refused for words that aren't such a statement: %s",
    (text) => {
      expect(findProblems(text, madeUpReleases)).toEqual([]);
    },
  );

  test("is refused if it has so long a text between dollar signs that `supabase db push` takes minutes", () => {
    const list = "99950 Ketchikan\n".repeat(4000);
    expect(findProblems(`-- The list\nselect $list$${list}$list$;`, [])).toEqual([
      expect.stringMatching(/:7: `select \$list\$99950 Ketchikan`\. .* Use single quotes\.$/),
    ]);
    expect(findProblems(`select '${list}';`, [])).toEqual([]);
  });

  test("is reported with the line of the statement", () => {
    const lineCount = FIRST_STATEMENTS.split("\n").length;
    expect(findProblems("-- Why\n\nlock table\n  public.partners;", [])).toEqual([
      expect.stringMatching(new RegExp(`^${file}:${lineCount + 2}: \`lock table\`\\. `)),
    ]);
  });
});
