import { randomUUID } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import type { TransactionSql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateCode, createSecret } from "../../local/auth/totp.ts";
import { copyIn, copyOut } from "../../local/backup/copy.ts";
import { TABLES_OF_UNUSED_PROJECT } from "../../local/backup/empty-project.ts";
import { getErasureListPath } from "../../local/backup/erasure-list.ts";
import {
  type Manifest,
  readManifest,
  getTablePath,
  writeManifest,
} from "../../local/backup/manifest.ts";
import { seedOnce } from "../../local/database/migrations.ts";
import { restoreBackup } from "../../local/backup/restore-backup.ts";
import { takeBackup } from "../../local/backup/take-backup.ts";
import { logins } from "../demo-logins.ts";
import { withRollbackIn } from "../rolled-back.ts";
import { Project } from "./backup-projects.ts";
import { SEALED_SPOILS, SPOILS, STORED_SPOILS } from "./spoiled-backups.ts";
import { NIGHTLY } from "../results.ts";

let source: Project;
let target: Project;
let workFolder: string;
/** A complete backup of the source. */
let backup: string;
const secret = createSecret();
const log = () => undefined;

beforeAll(async () => {
  [source, target] = [await Project.create(true), await Project.create(false)];
  workFolder = await mkdtemp(path.join(tmpdir(), "care-packages-backups-"));
  await addRareContent(source);
  backup = path.join(workFolder, "complete");
  const { databaseUrl } = source.facts;
  await takeBackup({ databaseUrl, folder: backup, storageAccess: source.storageAccess, log });
});
afterAll(async () => {
  await Promise.all([source.stop(), target.stop()]);
  await rm(workFolder, { recursive: true, force: true });
});

/**
 * Adds what the sample data lacks: a second factor, a file that is waiting for review, and texts that COPY must escape.
 */
async function addRareContent({ sql, storageAccess: { url, secretKey } }: Project): Promise<void> {
  await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
    select ${randomUUID()}, id, 'totp', 'verified', ${secret}, now(), now()
    from public.users where username = ${logins.admin.username}`;
  await sql`
    insert into public.blog_posts (title, content)
    values ('Null is \\N', ${"Tab\tand\nline\n\\.\n\\N é 🎁"})`;
  const response = await fetch(`${url}/storage/v1/object/uploads/waiting/stories/a b+c.pdf`, {
    method: "POST",
    headers: {
      apikey: secretKey,
      Authorization: `Bearer ${secretKey}`,
      "Content-Type": "application/pdf",
    },
    body: "%PDF-1.4 waiting",
  });
  expect(response.status).toBe(200);
}

const restore = (folder: string, project = target) =>
  restoreBackup({
    databaseUrl: project.facts.databaseUrl,
    folder,
    storageAccess: project.storageAccess,
    erasures: { keys: [] },
    log,
  });

async function logIn(project: Project, email: string, password: string) {
  const post = async (urlPath: string, body: object, token = "") => {
    const response = await fetch(`${project.facts.apiUrl}/auth/v1${urlPath}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        apikey: project.facts.publishableKey,
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, json: await response.json() };
  };
  const session = await post("/token?grant_type=password", { email, password });
  return { post, ...session };
}

describe("threat 43: a restored project", () => {
  let output: string;
  let tables: Record<string, string>;
  let tablesBefore: Record<string, string>;

  beforeAll(async () => {
    // Scheduled jobs already run in a project whose migrations were applied by hand.
    const jobs = await target.sql<{ statement: string }[]>`
      select statement from private.scheduled_jobs() where statement is not null`;
    for (const { statement } of jobs) await target.sql.unsafe(statement).simple();
    tablesBefore = await target.hashTables();
    ({ output } = await target.run("restore", backup));
    tables = await target.hashTables();
  });

  it("had rows beforehand only in the tables where a restore expects some", () => {
    const names = Object.keys(tablesBefore).filter((name) => !tablesBefore[name]!.startsWith("0 "));
    expect(names).toEqual(["auth.users", ...TABLES_OF_UNUSED_PROJECT]);
  });

  it("has the same rows and files, and totals without differences", async () => {
    expect(tables).toEqual(await source.hashTables());
    expect(tables["public.donations"]).toMatch(/^\d{3} /);
    const files = await target.hashFiles();
    expect(files).toEqual(await source.hashFiles());
    const buckets = new Set(Object.keys(files).map((name) => name.split("/")[0]));
    expect([...buckets]).toEqual(["images", "reports", "uploads"]);
    expect(await target.sql`select * from private.donation_totals_differences()`).toHaveLength(0);
  });

  it("doesn't get the sample data when its stack starts again", async () => {
    expect(await seedOnce(target.facts.databaseUrl)).toBe(false);
  });

  it("lets people log in with their passwords and authenticator apps", async () => {
    const volunteer = await logIn(target, logins.volunteer.email, logins.volunteer.password);
    expect(volunteer.status).toBe(200);
    const admin = await logIn(target, "admin@example.org", logins.admin.password);
    const [factor] = admin.json.user.factors;
    const token = admin.json.access_token;
    const challenge = await admin.post(`/factors/${factor.id}/challenge`, {}, token);
    const code = { challenge_id: challenge.json.id, code: generateCode(secret, Date.now()) };
    const verification = await admin.post(`/factors/${factor.id}/verify`, code, token);
    expect(verification.status).toBe(200);
  });

  it("numbers new rows from where the old project stopped, with its triggers on", () =>
    withRollbackIn(
      (run: (tx: TransactionSql) => Promise<never>) => target.sql.begin(run),
      async (tx) => {
        const readLastId = async () => {
          const [row] = await tx<{ id: string }[]>`
            select max(id)::text as id from public.audit_log`;
          return Number(row!.id);
        };
        const lastId = await readLastId();
        await tx`update public.hero_section set headline = 'Restored'`;
        expect(await readLastId()).toBe(lastId + 1);
        const disabledTriggers = await tx`
          select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`;
        expect(disabledTriggers).toHaveLength(0);
      },
    ));

  it("was restored by a command that prints its progress and the remaining steps", () => {
    expect(output).toMatch(/^public\.donations: \d{3} rows$/m);
    expect(output).toMatch(/^bucket images: \d+ files$/m);
    expect(output).toMatch(/^Restored: .* with 0 differences in the donation totals\.$/m);
    for (const topic of ["Scheduled jobs", "Vault", "Secrets of the functions", "Logins", "Site"])
      expect(output).toContain(`- ${topic}: `);
  });
});

describe("threat 73: a backup whose faults show only with its rows", { tags: [NIGHTLY] }, () => {
  it.each(STORED_SPOILS)("isn't restored if $name", async ({ change, message }) => {
    await target.resetProject();
    await expect(restore(await copyChangedBackup(change))).rejects.toThrow(message);
    await expectNoContent(target);
  });
});

describe("threat 43: a command that is killed", { tags: [NIGHTLY] }, () => {
  it.each([
    ["rows", { database: { direction: "request", text: "copy public.donations (" } }],
    ["files", { storage: { direction: "request", text: "GET /storage/v1/object/", count: 40 } }],
  ] as const)(
    "while it backs up %s leaves an incomplete backup, which the next run completes",
    async (_, killMoment) => {
      const folder = path.join(workFolder, randomUUID());
      const killedRun = await source.run("backup", folder, killMoment);
      expect(killedRun.exitStatus).toBe("SIGKILL");
      expect(killedRun.output).not.toContain("complete");
      await expect(restore(folder)).rejects.toThrow(/isn't a complete backup/);

      const { output, exitStatus } = await source.run("backup", folder);
      expect(exitStatus).toBe(0);
      if ("storage" in killMoment)
        expect(output).toMatch(/bucket \w+: \d+ files \(\d+ already downloaded\)/);
      const { id: _id, takenAt: _takenAt, ...manifest } = await readManifest(folder);
      const { id: _backupId, takenAt: _backupTakenAt, ...expected } = await readManifest(backup);
      expect(manifest).toEqual(expected);
    },
  );

  it("by a lost connection to the database explains what happened", async () => {
    const folder = path.join(workFolder, randomUUID());
    const result = await source.run("backup", folder, {
      database: { direction: "request", text: "copy public.donations (" },
      isCutOff: true,
    });
    expect(result.exitStatus).toBe(1);
    expect(result.output).toMatch(/database (at .* can't be reached|was lost)/);
    expect(result.output).not.toMatch(/complete|\n    at /);
  });

  const moments = [
    ["migrations", { database: { direction: "request", text: "create table public.donations" } }],
    ["files", { storage: { direction: "request", text: "POST /storage/v1/object/", count: 40 } }],
    ["rows", { database: { direction: "request", text: "copy public.donations (" } }],
    ["the record", { database: { direction: "request", text: "insert into public.restores" } }],
    // The first transaction only compares the tables with the migrations.
    ["the confirmation", { database: { direction: "response", text: "COMMIT\0", count: 2 } }],
  ] as const;

  it("at any of five points of a restore hasn't reported success, and another run finishes it", async () => {
    await target.resetProject();
    let outputs = "";
    for (const [name, killAt] of moments) {
      const { output, exitStatus } = await target.run("restore", backup, killAt);
      outputs += output;
      expect([name, exitStatus]).toEqual([name, "SIGKILL"]);
      expect(output).not.toContain("Restored");
      if (name !== "the confirmation") await expectNoContent(target);
    }
    const { output, exitStatus } = await target.run("restore", backup);
    expect(exitStatus).toBe(0);
    expect(output).toContain("Restored already");
    expect(outputs.match(/^Applying \d+ migrations\.$/gm)).toHaveLength(2);
    expect(outputs).toMatch(/^bucket images: \d+ files \(\d+ already stored\)$/m);
    expect(await target.hashTables()).toEqual(await source.hashTables());
    expect(await target.hashFiles()).toEqual(await source.hashFiles());
  });
});

/** A project in which a restore was killed must look unused: no login, no donation, no record of a restore. */
async function expectNoContent({ sql }: Project): Promise<void> {
  const [users] = await sql`
    select count(*)::int as count from auth.users where email <> 'nobody@accounts.invalid'`;
  expect(users!["count"]).toBe(0);
  for (const table of ["public.donations", "public.restores"]) {
    const [row] = await sql`select to_regclass(${table}) is not null as exists`;
    if (row!["exists"]) expect(await sql.unsafe(`select 1 from ${table}`)).toHaveLength(0);
  }
}

const backUp = (folder: string, project = source) =>
  takeBackup({
    databaseUrl: project.facts.databaseUrl,
    folder,
    storageAccess: project.storageAccess,
    log,
  });

/** Copies the complete backup and changes the copy. */
async function copyChangedBackup(change: (manifest: Manifest, folder: string) => unknown) {
  const folder = path.join(workFolder, randomUUID());
  await cp(backup, folder, { recursive: true });
  const manifest = await readManifest(folder);
  await change(manifest, folder);
  await writeManifest(folder, manifest);
  return folder;
}

describe("threat 43: a restore", () => {
  it("is refused for a project that isn't empty, before anything is written", async () => {
    await expect(restore(backup, source)).rejects.toThrow(/isn't empty: auth\.users has rows/);
  });

  it.each(SPOILS)(
    "threat 73: is refused, before anything is written, if someone has changed $name",
    async ({ spoil, message }) => {
      const folder = path.join(workFolder, randomUUID());
      await cp(backup, folder, { recursive: true });
      await spoil(folder, await readManifest(folder));
      await expect(restore(folder)).rejects.toThrow(message);
    },
  );

  it.each(SEALED_SPOILS)(
    "threat 73: is refused, before anything is stored, if $name although the checksum is right",
    async ({ change, message }) => {
      await expect(restore(await copyChangedBackup(change))).rejects.toThrow(message);
    },
  );

  it("threat 73: is refused if the list of erasures was changed", async () => {
    const file = getErasureListPath(backup);
    const text = await readFile(file, "utf8");
    try {
      await writeFile(file, text.replace('"renewedAt": "2', '"renewedAt": "1'));
      await expect(restore(backup)).rejects.toThrow(/was changed after it was written/);
    } finally {
      await writeFile(file, text);
    }
  });

  it("is refused with the migrations of another commit, which the message names", async () => {
    const folder = await copyChangedBackup((manifest) => {
      manifest.migrations.pop();
      manifest.commit = "abc123";
    });
    await expect(restore(folder)).rejects.toThrow(/git checkout abc123 && npm ci/);
  });

  it("is refused if the database and Storage belong to different projects", async () => {
    const { databaseUrl } = source.facts;
    const { storageAccess } = target;
    const folder = path.join(workFolder, randomUUID());
    await expect(takeBackup({ databaseUrl, folder, storageAccess, log })).rejects.toThrow(
      /belong to different projects/,
    );
  });
});

describe("threat 43: a backup", () => {
  it("is refused for a folder with a complete backup or with other files", async () => {
    await expect(backUp(backup)).rejects.toThrow(/already contains a complete backup/);
    const folder = path.join(workFolder, randomUUID());
    await mkdir(folder);
    await writeFile(path.join(folder, "notes.txt"), "");
    await expect(backUp(folder)).rejects.toThrow(/contains notes\.txt/);
  });

  it("is refused for a folder in this repository", async () => {
    await expect(backUp("supabase/backup")).rejects.toThrow(/outside of this repository/);
  });

  it("is refused if the database and this checkout have different migrations", async () => {
    const folder = path.join(workFolder, randomUUID());
    await source.sql`
      insert into supabase_migrations.schema_migrations (version, name, statements)
      values ('99990101000000', 'later', '{}')`;
    try {
      await expect(backUp(folder)).rejects.toThrow(/99990101000000 was applied/);
    } finally {
      await source.sql`
        delete from supabase_migrations.schema_migrations where version = '99990101000000'`;
    }
    expect(await readdir(folder)).toEqual(["tables"]);
  });
});

it("threat 43: a backup is consistent, even if someone donates while it is taken", async () => {
  const folder = path.join(workFolder, randomUUID());
  const moment = { direction: "request", text: "copy public.donations (" } as const;
  source.databaseTrap.arm(moment, async () => {
    await source.sql`
      insert into public.donations (first_name, last_name, email, amount)
      values ('Late', 'Donor', 'late.donor@example.org', 25)`;
  });
  const databaseUrl = source.databaseTrap.url;
  await takeBackup({ databaseUrl, folder, storageAccess: source.storageAccess, log });
  const donations = await source.sql`
    delete from public.donations where email = 'late.donor@example.org' returning id`;
  expect(donations).toHaveLength(1);
  expect((await readManifest(folder)).tables).toEqual((await readManifest(backup)).tables);
});

describe("the rows of a table", () => {
  it("that violate a foreign key are refused with the reason", async () => {
    const folder = path.join(workFolder, randomUUID());
    const table = { name: "public.users", columns: ["id", "username"], generatedColumns: [] };
    await mkdir(path.join(folder, "tables"), { recursive: true });
    await writeFile(getTablePath(folder, table), `${randomUUID()}\tstranger\n`);
    const copyPromise = source.sql.begin((tx) => copyIn(tx, table, folder));
    await expect(copyPromise).rejects.toThrow(/violates foreign key constraint "users_id_fkey"/);
  });

  it("don't block the connection if they arrive faster than they can be written", async () => {
    await source.sql.begin(async (tx) => {
      for (const rowCount of [200, 300, 400, 500]) {
        await tx`
          create temporary table lines on commit drop as
          select repeat('x', 1000) as line from generate_series(1, ${rowCount}::integer)`;
        const table = { name: "lines", columns: ["line"], generatedColumns: [] };
        const slowDisk = new Writable({ write: (_chunk, _encoding, done) => setImmediate(done) });
        expect(await copyOut(tx, table, slowDisk)).toMatchObject({ size: rowCount * 1001 });
        await tx`drop table lines`;
      }
    });
  });
});
