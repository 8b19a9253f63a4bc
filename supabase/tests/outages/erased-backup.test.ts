/** @module-tag nightly */
import { randomUUID } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getErasureListPath, erasureListFileName } from "../../local/backup/erasure-list.ts";
import { readManifest } from "../../local/backup/manifest.ts";
import { restoreBackup, type RestoreOptions } from "../../local/backup/restore-backup.ts";
import { takeBackup } from "../../local/backup/take-backup.ts";
import { addCanaryPerson, type CanaryPerson, findText } from "../database/canary-person.ts";
import { logins } from "../demo-logins.ts";
import { Project } from "./backup-projects.ts";
import { NIGHTLY } from "../results.ts";

let source: Project;
let target: Project;
let workFolder: string;
/** Taken before the person was erased. */
let olderBackup: string;
/** Taken after the person was erased. */
let newerBackup: string;
let person: CanaryPerson;
const ERASURE_KEY = "k".repeat(40);
const log = () => undefined;

const backUpSource = (folder: string) =>
  takeBackup({
    databaseUrl: source.facts.databaseUrl,
    folder,
    storageAccess: source.storageAccess,
    log,
  });
const restore = (folder: string, erasures: Partial<RestoreOptions["erasures"]> = {}) =>
  restoreBackup({
    databaseUrl: target.facts.databaseUrl,
    folder,
    storageAccess: target.storageAccess,
    erasures: { keys: [ERASURE_KEY], ...erasures },
    log,
  });

/** Copies a backup into another folder, without the list of erasures next to it. */
async function copyWithoutErasureList(folder: string): Promise<string> {
  const parent = await mkdtemp(path.join(workFolder, "without-list-"));
  const copy = path.join(parent, "backup");
  await cp(folder, copy, { recursive: true });
  return copy;
}

/** Stores a picture that shows the person. Only the older backup has it. */
async function storePicture(loginId: string) {
  const { url, secretKey } = source.storageAccess;
  const name = `highlights/${loginId}/${randomUUID()}`;
  const response = await fetch(`${url}/storage/v1/object/uploads/${name}`, {
    method: "POST",
    headers: {
      apikey: secretKey,
      Authorization: `Bearer ${secretKey}`,
      "Content-Type": "image/png",
    },
    body: `picture of ${person.marker}`,
  });
  expect(response.status).toBe(200);
}

const callAuth = async (urlPath: string, body: object) => {
  const { apiUrl, secretKey } = source.facts;
  const response = await fetch(`${apiUrl}/auth/v1${urlPath}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", apikey: secretKey },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { id: string };
};
const createLogin = async (email: string) => {
  const body = { email, password: "a password of a volunteer", email_confirm: true };
  return (await callAuth("/admin/users", body)).id;
};

/** Erases the person as an owner who has logged in. */
async function erase() {
  const { password } = logins.admin;
  await callAuth("/token?grant_type=password", { email: "admin@example.org", password });
  const [session] = await source.sql<[{ id: string; userId: string }]>`
    select id, user_id as "userId" from auth.sessions order by created_at desc limit 1`;
  const claims = {
    role: "authenticated",
    sub: session.userId,
    session_id: session.id,
    aal: "aal1",
  };
  const records = JSON.stringify(person.records);
  await source.sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
      set_config('request.jwt.claim.sub', ${session.userId}, true)`;
    await tx`
      select private.start_erasure(
        ${records}::text::jsonb, ${person.email},
        private.preview_erasure(${records}::text::jsonb) ->> 'fingerprint', jsonb_build_array(${ERASURE_KEY}::text)
      )`;
  });
}

const readTotals = async (project: Project) => {
  const [row] = await project.sql`
    select (select count(*)::int from public.donations) as donations,
      (select sum(amount) from public.donations) as amount,
      (select sum(total_amount) from public.donation_site_totals) as total,
      (select count(*)::int from private.donation_totals_differences()) as differences,
      private.volunteer_counts() -> 'applications' as applications`;
  return row;
};
const countFiles = async () => {
  const [row] = await target.sql<[{ count: number }]>`
    select count(*)::int as count from storage.objects where name like ${`%${person.loginId}%`}`;
  return row.count;
};
const expectNoTrace = async () => {
  expect(await findText(target.sql, person.marker)).toEqual([]);
  expect(await countFiles()).toBe(0);
  expect(await readTotals(target)).toEqual(await readTotals(source));
};

beforeAll(async () => {
  [source, target] = [await Project.create(true), await Project.create(false)];
  await target.copyInitialRows();
  await source.deleteMostFiles();
  workFolder = await mkdtemp(path.join(tmpdir(), "care-packages-erased-"));
  person = await addCanaryPerson(source.sql, (email) => createLogin(email));
  await storePicture(person.loginId);
  olderBackup = path.join(workFolder, "older");
  await backUpSource(olderBackup);
  await erase();
  await source.sql`delete from auth.users where id = ${person.loginId}`;
  newerBackup = path.join(workFolder, "newer");
  await backUpSource(newerBackup);
}, 120_000);
afterAll(async () => {
  await Promise.all([source.stop(), target.stop()]);
  await rm(workFolder, { recursive: true, force: true });
});

it("backups keep a list of erasures next to them, without names or addresses", async () => {
  const text = await readFile(getErasureListPath(newerBackup), "utf8");
  expect(path.dirname(getErasureListPath(newerBackup))).toBe(workFolder);
  const { erasures } = JSON.parse(text) as { erasures: { mailboxHashes: string[] }[] };
  expect(erasures).toHaveLength(1);
  expect(erasures[0]?.mailboxHashes.length).toBeGreaterThan(0);
  expect(text).not.toContain(person.marker);
  expect(text).not.toContain("@");
});

describe("in a new project", () => {
  beforeEach(() => target.resetProject());

  it.each([
    ["without ERASURE_KEY", [], /^Set ERASURE_KEY/],
    ["with a wrong ERASURE_KEY", ["o".repeat(40)], /^ERASURE_KEY isn't the key of 1 erasure/],
  ])("a restore %s is refused before anything is written", async (_, keys, message) => {
    await expect(restore(olderBackup, { keys })).rejects.toThrow(message);
    expect((await readManifest(olderBackup)).files.length).toBeGreaterThan(0);
    const [tables] = await target.sql`select to_regclass('public.donations') as name`;
    expect(tables).toEqual({ name: null });
  });

  it("threat 64: restoring a backup from before an erasure brings back nothing about the person, and totals stay the same", async () => {
    const { output, exitStatus } = await target.run("restore", olderBackup, {
      variables: { ERASURE_KEY: `${"o".repeat(40)}, ${ERASURE_KEY}` },
    });
    expect([exitStatus, output.slice(-300)]).toEqual([0, expect.any(String)]);
    expect(output).toMatch(/1 erasure repeated: \d+ rows deleted, \d+ emptied/);
    await expectNoTrace();
    const secondRestore = await restore(olderBackup);
    expect(secondRestore.wasAlreadyRestored).toBe(true);
    await expectNoTrace();
  });
});

describe("in an unused project", { tags: [NIGHTLY] }, () => {
  beforeEach(() => target.removeContent());

  it("restoring a backup from after the erasure repeats the erasure without an effect", async () => {
    const { wasAlreadyRestored } = await restore(newerBackup);
    expect(wasAlreadyRestored).toBe(false);
    await expectNoTrace();
  });

  it("a restore that stops before it has deleted one of the person's files deletes it when it's run again", async () => {
    const { exitStatus } = await target.run("restore", olderBackup, {
      variables: { ERASURE_KEY },
      storage: { direction: "request", text: "DELETE /" },
    });
    expect(exitStatus).not.toBe(0);
    expect(await findText(target.sql, person.marker)).toEqual([]);
    await restore(olderBackup);
    await expectNoTrace();
  });

  it("a restore without a list is refused, unless the operator says that nobody was ever erased", async () => {
    const backupWithoutErasureList = await copyWithoutErasureList(olderBackup);
    await expect(restore(backupWithoutErasureList)).rejects.toThrow(
      /There's no list of erasures at .*erasures\.json.*--erasures <file>.*--no-erasures/,
    );
    expect(await countFiles()).toBe(0);
    await expect(restore(backupWithoutErasureList, { hasNoErasures: true })).resolves.toMatchObject(
      {
        wasAlreadyRestored: false,
      },
    );
  });

  it("a restore accepts a list in another place, and refuses one that is missing or damaged", async () => {
    const backupWithoutList = await copyWithoutErasureList(olderBackup);
    await expect(
      restore(backupWithoutList, { file: path.join(backupWithoutList, "none.json") }),
    ).rejects.toThrow(/There's no list of erasures at .*none\.json/);
    await expect(
      restore(backupWithoutList, {
        file: path.join(backupWithoutList, "manifest.json"),
        hasNoErasures: true,
      }),
    ).rejects.toThrow(/isn't a list of erasures, or it was changed/);
    await restore(backupWithoutList, { file: getErasureListPath(newerBackup) });
    await expectNoTrace();
  });

  it("a restore refuses a list that's older than the backup, and --no-erasures if the list isn't empty", async () => {
    const folder = path.join(workFolder, "stale");
    await mkdir(folder);
    const copy = path.join(folder, "backup");
    await cp(newerBackup, copy, { recursive: true });
    await cp(getErasureListPath(newerBackup), path.join(folder, erasureListFileName));
    await expect(restore(copy, { hasNoErasures: true })).rejects.toThrow(
      /lists 1 erasure\. Leave out/,
    );
    await rm(path.join(folder, erasureListFileName));
    await expect(restore(copy, { hasNoErasures: true })).rejects.toThrow(
      /is older than this backup: it lacks 1 erasure/,
    );
    const [row] = await target.sql`select count(*)::int as count from public.donations`;
    expect(row).toEqual({ count: 0 });
  });

  it("a backup of a database without the erasure keeps it in the list", async () => {
    await restore(await copyWithoutErasureList(olderBackup), { hasNoErasures: true });
    const folder = path.join(workFolder, "of-target");
    await takeBackup({
      databaseUrl: target.facts.databaseUrl,
      folder,
      storageAccess: target.storageAccess,
      log,
    });
    const text = await readFile(getErasureListPath(folder), "utf8");
    expect((JSON.parse(text) as { erasures: unknown[] }).erasures).toHaveLength(1);
  });
});
