/** @module-tag nightly */
import { randomUUID } from "node:crypto";
import { unzipSync } from "fflate";
import postgres, { type Sql } from "postgres";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { continueErasures, type StepTools } from "../../functions/api/erasures/steps.ts";
import { service } from "../../functions/_shared/caller.ts";
import { type AuthClient, createAuthClient } from "../../functions/_shared/clients/auth.ts";
import { connectDatabase, type DatabaseClient } from "../../functions/_shared/clients/database.ts";
import {
  type Bucket,
  createStorageClient,
  type StorageClient,
} from "../../functions/_shared/clients/storage.ts";
import { startTemporaryStack, type TemporaryStack } from "../../local/temporary-stack.ts";
import { addCanaryPerson, type CanaryPerson, findText } from "../database/canary-person.ts";
import { logins } from "../demo-logins.ts";
import { NIGHTLY } from "../results.ts";

const EXPORT_LIMIT_MS = 20_000;
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** This test has its own stack, because erasing changes what other tests count. */
let stack: TemporaryStack;
let sql: Sql;
let database: DatabaseClient;
let storage: StorageClient;
let auth: AuthClient;
let token = "";
/** The names of the sample data's files, which don't show anyone who is added later. */
let sampleFiles: ReadonlySet<string>;

beforeAll(async () => {
  stack = await startTemporaryStack({ site: "none", passwordCost: 4 });
  const { databaseUrl, apiUrl, secretKey } = stack.facts;
  sql = postgres(databaseUrl, { max: 2, onnotice: () => undefined });
  database = connectDatabase(databaseUrl);
  const connection = {
    PUBLIC_SUPABASE_URL: apiUrl,
    SUPABASE_URL: apiUrl,
    secretKeys: [secretKey] as const,
  } as const;
  storage = createStorageClient({ ...connection, secretKeys: [secretKey] });
  auth = createAuthClient({ ...connection, secretKeys: [secretKey] });
  sampleFiles = new Set((await listFiles()).map(({ name }) => name));
  const { session } = await call("POST", "/api/admin/login", logins.admin);
  token = session.accessToken;
}, 300_000);
afterAll(async () => {
  await sql.end();
  await database.close();
  await stack.stop();
});

const send = (method: string, path: string, body?: unknown, key = "") =>
  fetch(`${stack.facts.apiUrl}/functions/v1${path}`, {
    method,
    headers: {
      "Content-Type": "application/json",
      ...(token === "" ? {} : { Authorization: `Bearer ${token}` }),
      ...(key === "" ? {} : { "Idempotency-Key": key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

// oxlint-disable-next-line typescript/no-explicit-any -- tests inspect responses of every shape
async function call(method: string, path: string, body?: unknown): Promise<any> {
  const response = await send(method, path, body);
  const json = await response.json();
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(json)}`);
  return json;
}

const listFiles = () => sql<{ bucket: "images" | "uploads"; name: string }[]>`
  select bucket_id as bucket, name from storage.objects order by 1, 2`;

/** Uploads the pictures that the person's rows refer to. Covers every place that can store pictures. */
async function uploadPictures({ loginId, marker, records }: CanaryPerson) {
  const findId = (kind: string) => records.find((record) => record.kind === kind)?.id ?? "";
  const [shownPictures] = await sql<[{ story: string; member: string; highlight: string }]>`
    select (select image_url from public.testimonials where id = ${findId("testimonial")}) as story,
      (select image_url from public.team_members where id = ${findId("team_member")}) as member,
      (select image_url from public.volunteer_highlights where volunteer_id = ${loginId}) as highlight`;
  const toStorageKey = (path: string) => path.replace(/^\/images\//, "");
  const file = {
    bytes: new Uint8Array([...PNG_SIGNATURE, ...new TextEncoder().encode(marker)]),
    type: "image/png",
  };
  const places = [
    ["images", toStorageKey(shownPictures.story)],
    ["images", toStorageKey(shownPictures.member)],
    ["uploads", `waiting/${toStorageKey(shownPictures.highlight)}`],
    ["uploads", `highlights/${loginId}/${randomUUID()}`],
  ] as const;
  for (const [bucket, key] of places) expect(await storage.save(bucket, key, file)).toBe(true);
  return places.length;
}

async function addPerson() {
  const person = await addCanaryPerson(sql, async (email) => {
    const id = await auth.createUser(email, "a password of a volunteer");
    return id!;
  });
  // Hosted Auth writes an entry like this for each login.
  const payload = { action: "login", actor_id: person.loginId, actor_username: person.email };
  await sql`
    insert into auth.audit_log_entries (id, payload) values (${randomUUID()}, ${sql.json(payload)})`;
  return { ...person, pictureCount: await uploadPictures(person) };
}

/** Erases the person's rows as the owner, without the later steps that the API would take in the background. */
async function eraseRows(person: CanaryPerson): Promise<string> {
  const { fingerprint } = await call("POST", "/api/erasures/preview", { records: person.records });
  const [owner] = await sql<[{ id: string; session: string }]>`
    select session.user_id as id, session.id as session from auth.sessions as session
    join public.users as person on person.id = session.user_id
    order by session.created_at desc limit 1`;
  const claims = { role: "authenticated", sub: owner.id, session_id: owner.session, aal: "aal1" };
  const [row] = await sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
      set_config('request.jwt.claim.sub', ${owner.id}, true)`;
    return tx<[{ id: string }]>`
      select private.start_erasure(
        ${tx.json(person.records)}, ${person.email}, ${fingerprint}, jsonb_build_array(${stack.facts.erasureKey}::text)
      ) ->> 'id' as id`;
  });
  return row.id;
}

/**
 * Returns the tools of a process that is killed at the given call to the database, Storage or Auth: before the call or
 * just after it.
 */
function createKillableTools(end: number): { tools: StepTools; count: () => number } {
  let count = 0;
  const counted =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      count += 1;
      if (count >= end) throw new Error("The process ended.");
      const result = await work(...args);
      count += 1;
      if (count >= end) throw new Error("The process ended.");
      return result;
    };
  const asService: StepTools["asService"] = (work) => database.as(service, work);
  return {
    count: () => count,
    tools: {
      asService: counted(asService) as StepTools["asService"],
      storage: {
        ...storage,
        remove: counted((bucket: Bucket, keys: readonly string[]) => storage.remove(bucket, keys)),
      },
      auth: { ...auth, deleteUser: counted((id: string) => auth.deleteUser(id)) },
      hasBuildHook: false,
    },
  };
}

const expireCaches = (id: string) =>
  sql`update public.erasures set caches_expire_at = now() where id = ${id} and caches_expire_at is not null`;

/** Returns an erasure without the values that differ between people. */
async function readErasure(id: string) {
  const [row] = await sql`
    select finished_steps, deleted_row_count, emptied_row_count, files, deleted_file_count, logins, deleted_login_count,
      site_build, problem, finished_at is not null as "isDone"
    from public.erasures where id = ${id}`;
  return row!;
}

async function finish(id: string) {
  await continueErasures(createKillableTools(Infinity).tools);
  await expireCaches(id);
  await continueErasures(createKillableTools(Infinity).tools);
}

async function expectNoTrace(person: CanaryPerson) {
  expect(await findText(sql, person.marker)).toEqual([]);
  const [login] =
    await sql`select count(*)::int as count from auth.users where id = ${person.loginId}`;
  expect(login).toEqual({ count: 0 });
  for (const { bucket, name } of await listFiles()) {
    if (sampleFiles.has(name)) continue;
    const stream = await storage.open(bucket, name);
    const text =
      stream && new TextDecoder().decode(await new Response(stream as never).arrayBuffer());
    expect([name, text?.includes(person.marker)]).toEqual([name, false]);
  }
}

test("an owner exports all words and pictures of a person within 20 seconds, then erases them, and nothing is left", async () => {
  const person = await addPerson();
  const { records: found } = await call("GET", `/api/people?search=${person.marker}`);
  expect(found.map(({ id }: { id: string }) => id)).toEqual(
    expect.arrayContaining(person.records.map(({ id }) => id)),
  );

  const startedAt = performance.now();
  const response = await send("POST", "/api/people/export", { records: person.records });
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  expect(performance.now() - startedAt).toBeLessThan(EXPORT_LIMIT_MS);
  const page = new TextDecoder().decode(files["index.html"]);
  const data = Object.entries(files)
    .filter(([name]) => name.startsWith("data/"))
    .map(([, bytes]) => new TextDecoder().decode(bytes))
    .join("\n");
  for (const word of person.words) {
    expect([word, page.includes(word), data.includes(word)]).toEqual([word, true, true]);
  }
  const pictures = Object.keys(files).filter((name) => name.startsWith("files/"));
  expect(pictures).toHaveLength(person.pictureCount);
  for (const name of pictures) {
    expect(name).toMatch(/\.png$/);
    expect(page).toContain(name);
    expect(new TextDecoder().decode(files[name])).toContain(person.marker);
  }

  const preview = await call("POST", "/api/erasures/preview", { records: person.records });
  expect(preview).toMatchObject({ fileCount: person.pictureCount, loginCount: 1, obstacles: [] });
  const started = await call("POST", "/api/erasures", {
    records: person.records,
    confirmation: preview.confirmations[0],
    fingerprint: preview.fingerprint,
  });
  expect(JSON.stringify(started)).not.toContain(person.marker);
  await expect
    .poll(async () => (await readErasure(started.id))["finished_steps"])
    .toEqual(["records", "files", "logins", "site"]);
  await expireCaches(started.id);
  const done = await call("POST", `/api/erasures/${started.id}/continue`);
  expect(done).toMatchObject({
    state: "done",
    deletedFileCount: person.pictureCount,
    deletedLoginCount: 1,
    siteBuild: "no_hook",
    problem: null,
  });
  await expectNoTrace(person);
  const [newest] = await call("GET", "/api/erasures");
  expect(newest).toEqual(done);
  expect((await send("POST", "/api/erasures/preview", { records: person.records })).status).toBe(
    200,
  );
});

/** Hides the warnings about what the steps couldn't finish. */
const silenceWarnings = () => vi.spyOn(console, "warn").mockImplementation(() => undefined);
afterEach(() => vi.restoreAllMocks());

test(
  "an erasure whose process was killed, at any point, has the same result once it continues",
  { tags: [NIGHTLY], timeout: 300_000 },
  async () => {
    silenceWarnings();
    const uninterruptedPerson = await addPerson();
    const uninterruptedId = await eraseRows(uninterruptedPerson);
    const countingTools = createKillableTools(Infinity);
    await continueErasures(countingTools.tools);
    await finish(uninterruptedId);
    const expected = await readErasure(uninterruptedId);
    expect(expected).toMatchObject({ isDone: true, deleted_login_count: 1 });
    await expectNoTrace(uninterruptedPerson);
    expect(countingTools.count()).toBeGreaterThan(12);

    // Ends the process at every third point: about ten in all, some before a call and some after.
    for (let end = 2; end <= countingTools.count(); end += 3) {
      const person = await addPerson();
      const id = await eraseRows(person);
      await expect(continueErasures(createKillableTools(end).tools)).rejects.toThrow(
        "The process ended.",
      );
      await finish(id);
      expect([end, await readErasure(id)]).toEqual([end, expected]);
      await expectNoTrace(person);
    }
  },
);

test(
  "while Storage or Auth doesn't respond, the erasure says so and later continues on its own",
  { tags: [NIGHTLY] },
  async () => {
    silenceWarnings();
    const person = await addPerson();
    const id = await eraseRows(person);
    const { tools } = createKillableTools(Infinity);
    const fail = () => Promise.reject(new Error("no response"));
    await continueErasures({
      ...tools,
      storage: { ...storage, remove: fail },
      auth: { ...auth, deleteUser: fail },
    });
    const [waiting] = (await call("GET", "/api/erasures")) as [Record<string, unknown>];
    expect(waiting).toMatchObject({
      id,
      state: "waiting",
      problem:
        "The pictures couldn't be deleted, because Storage didn't respond. The login couldn't be deleted, because Auth didn't respond.",
      cachesExpireAt: null,
    });
    // No response contains the person anymore, even if some steps aren't done.
    const remainingRecords = await findText(sql, person.marker);
    expect(remainingRecords.filter((row) => !row.startsWith("auth."))).toEqual([]);
    await finish(id);
    expect(await readErasure(id)).toMatchObject({ isDone: true, problem: null });
    await expectNoTrace(person);
  },
);

test("an erasure waits for the build hook, so that older pages are rebuilt", async () => {
  const person = await addPerson();
  const id = await eraseRows(person);
  const tools = { ...createKillableTools(Infinity).tools, hasBuildHook: true };
  await continueErasures(tools);
  await expireCaches(id);
  await continueErasures(tools);
  expect(await readErasure(id)).toMatchObject({ isDone: false, site_build: null });
  await sql`update public.site_builds set sent_changes = changes`;
  await continueErasures(tools);
  expect(await readErasure(id)).toMatchObject({ isDone: true, site_build: "requested" });
});

test("the API says why it refuses, changes nothing in that case, and erases once per Idempotency-Key", async () => {
  const person = await addPerson();
  const { records } = person;
  const { fingerprint } = await call("POST", "/api/erasures/preview", { records });
  const start = async (body: object, key = randomUUID()) => {
    const response = await send("POST", "/api/erasures", { records, ...body }, key);
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };
  expect(await start({ confirmation: "Someone else", fingerprint })).toMatchObject({
    status: 400,
    json: {
      issues: [
        { path: "confirmation", message: "Type the name or an email address of this person." },
      ],
    },
  });
  expect(await start({ confirmation: person.email, fingerprint: "old" })).toMatchObject({
    status: 409,
    json: { code: "erasure_outdated" },
  });
  await sql`update public.subscriptions set status = 'active' where donor_id = ${person.donorId}`;
  expect(await start({ confirmation: person.email, fingerprint })).toMatchObject({
    status: 409,
    json: {
      code: "erasure_refused",
      message: expect.stringContaining("1 recurring donation of $25.00 a month is still active."),
    },
  });
  await sql`update public.subscriptions set status = 'canceled' where donor_id = ${person.donorId}`;
  const rows = (await findText(sql, person.marker)).join("\n");
  expect(person.words.filter((word) => !rows.includes(word))).toEqual([]);

  const key = randomUUID();
  const first = await start({ confirmation: person.email, fingerprint }, key);
  expect(first.status).toBe(201);
  expect(await start({ confirmation: person.email, fingerprint }, key)).toMatchObject({
    status: 201,
    json: { id: first.json["id"] },
  });
  const saved = await send("PUT", `/api/donors/${person.donorId}`, { phone: "555 0100" });
  expect(saved.status).toBe(409);
  expect(await saved.json()).toMatchObject({
    code: "person_erased",
    message: "This person's data was erased, so nothing about them can be changed or added.",
  });
});
