import { beforeEach, expect, test, vi } from "vitest";
import type { BlogPostDraft } from "#data/blog-post-drafts/mutations.ts";
import { ApiError } from "#lib/api/api-error.ts";
import {
  DraftAutosave,
  draftValues,
  type DraftValues,
  type SyncedDraft,
} from "./draft-autosave.ts";

beforeEach(() => {
  vi.useFakeTimers();
  const errorSpy = vi.spyOn(console, "error").mockReturnValue();
  return () => {
    vi.useRealTimers();
    errorSpy.mockRestore();
  };
});

const createValues = (values: Partial<DraftValues>) => draftValues({ tags: [], ...values });

/** A server with one draft. Call `saveAs` to save it as someone else; set `failure` to make saves fail. */
const startWriting = () => {
  const saves: (readonly [title: string, version: number | null])[] = [];
  const bases: (SyncedDraft | null)[] = [];
  const server: { version: number | null; values: DraftValues; failure: Error | null } = {
    version: null,
    values: createValues({}),
    failure: null,
  };
  const storedDraft = () =>
    ({
      ...server.values,
      version: server.version,
      updatedAt: "2026-11-20T15:00:00Z",
    }) as BlogPostDraft;
  const autosave = new DraftAutosave({
    syncedDraft: { version: null, values: createValues({}) },
    save: async (values, version) => {
      saves.push([values.title, version]);
      await Promise.resolve();
      if (server.failure) throw server.failure;
      if (server.version !== version) {
        const body = { code: "stale_edit", savedBy: "dana", current: storedDraft() };
        throw new ApiError(409, JSON.stringify(body), "");
      }
      Object.assign(server, { values, version: (version ?? 0) + 1 });
      return storedDraft();
    },
    getDraftValues: draftValues,
    onSync: (base) => bases.push(base),
  });
  return {
    autosave,
    saves,
    bases,
    server,
    type: (values: Readonly<Record<string, unknown>>) =>
      autosave.setValues({ ...createValues({}), ...values }),
    pause: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
    saveAs: (values: Partial<DraftValues>) =>
      Object.assign(server, { values: createValues(values), version: (server.version ?? 0) + 1 }),
  };
};

test("saves within three seconds of the first change, and again only after another change", async () => {
  const { autosave, saves, bases, type, pause } = startWriting();
  await pause(60);
  expect(saves).toEqual([]);
  type({ title: "A" });
  await pause(2);
  type({ title: "A van" });
  await pause(1);
  expect(saves).toEqual([["A van", null]]);
  expect(autosave.state()).toMatchObject({ name: "saved" });
  expect(bases.at(-1)).toBeNull();
  await pause(60);
  type({ title: "A new van" });
  await pause(3);
  expect(saves.slice(1)).toEqual([["A new van", 1]]);
});

test("keeps trying after a failure until the draft is saved", async () => {
  const { autosave, saves, server, type, pause } = startWriting();
  server.failure = new TypeError("Failed to fetch");
  type({ title: "A van" });
  await pause(3);
  expect(autosave.state().name).toBe("failed");
  server.failure = null;
  await pause(10);
  expect(saves).toHaveLength(2);
  expect(autosave.state().name).toBe("saved");
});

test("stops at someone else's draft and saves nothing until the conflict is resolved", async () => {
  const { autosave, saves, server, type, pause, saveAs } = startWriting();
  saveAs({ title: "Theirs" });
  type({ title: "Mine" });
  expect(await autosave.flush()).toBe(false);
  expect(autosave.state()).toMatchObject({ name: "conflict", savedBy: "dana" });
  type({ title: "Mine, too" });
  await pause(60);
  expect(saves).toHaveLength(1);
  expect(server.values.title).toBe("Theirs");
});

test.each([
  [
    "“Keep mine” keeps what was typed here and takes the rest from the other version",
    true,
    { content: "Their text" },
  ],
  [
    "“Use theirs” takes everything that the other person changed",
    false,
    { title: "Theirs", content: "Their text" },
  ],
])(
  "%s, and the draft keeps what was typed elsewhere in the form",
  async (_, shouldKeepOwn, changes) => {
    const { autosave, server, type, pause, saveAs } = startWriting();
    saveAs({ title: "Theirs", content: "Their text" });
    type({ title: "Mine", slug: "mine" });
    await autosave.flush();
    const formChanges = autosave.resolve(shouldKeepOwn);
    expect(formChanges).toEqual(changes);
    type({ title: "Mine", slug: "mine", ...formChanges });
    await pause(3);
    expect(server).toMatchObject({
      version: 2,
      values: { title: shouldKeepOwn ? "Mine" : "Theirs", content: "Their text", slug: "mine" },
    });
  },
);

test("saves one last time when the editor closes, and doesn't try again", async () => {
  const { autosave, saves, server, type, pause } = startWriting();
  server.failure = new TypeError("Failed to fetch");
  type({ title: "A van" });
  await autosave.close();
  await pause(60);
  expect(saves).toEqual([["A van", null]]);
});

test("sends one request at a time, even if two saves are requested at once", async () => {
  const { autosave, saves, type } = startWriting();
  type({ title: "A van" });
  await Promise.all([autosave.flush(), autosave.flush()]);
  expect(saves).toEqual([["A van", null]]);
});

test.each([
  ["title", "A\nvan", "Keep this on one line."],
  ["title", "A\tvan", "Keep this on one line."],
  ["title", "a".repeat(201), "Use at most 200 characters."],
  ["content", "a".repeat(1_000_001), "Use at most 1000000 characters."],
  ["imageAlt", "A blue\nvan", "Keep this on one line."],
  ["imageUrl", "https://elsewhere.test/van.png", "Upload the image to this site."],
  ["publishedAt", "", "Enter a date and a time."],
  ["publishedAt", "0026-11-20T15:00:00Z", "Enter a year from 1900 to 2199."],
  ["slug", "a".repeat(81), "Use at most 80 characters."],
  ["searchTitle", "A\r\nvan", "Keep this on one line."],
  ["searchDescription", "a".repeat(301), "Use at most 300 characters."],
  ["tags", ["Vans", "Blue\nvans"], "Keep this on one line."],
  ["tags", ["a".repeat(31)], "Use at most 30 characters."],
] as const)(
  "%s that can't be stored (%j) counts as unsaved and keeps its last value; the rest is saved",
  async (name, value, message) => {
    const { autosave, bases, server, type, pause } = startWriting();
    const typed = { title: "Socks", content: "Blue", tags: ["Socks"] };
    type(typed);
    await pause(3);
    const others = { searchTitle: "New", slug: "new", content: "Red", [name]: value };
    type({ ...typed, ...others });
    await pause(3);
    expect(autosave.issues()).toEqual([{ name, message }]);
    expect(autosave.isUnsaved()).toBe(true);
    expect(bases.at(-1)).toMatchObject({ version: 2 });
    const stored = createValues(typed);
    expect(server.values).toEqual({
      ...stored,
      searchTitle: "New",
      slug: "new",
      content: "Red",
      [name]: stored[name],
    });
    await pause(60);
    expect(server.version).toBe(2);
    type({ ...typed, ...others, [name]: stored[name] });
    await pause(3);
    expect([autosave.issues(), autosave.isUnsaved(), bases.at(-1)]).toEqual([[], false, null]);
  },
);

test("doesn't send again what the server can't store, and says why", async () => {
  const { autosave, saves, server, type, pause } = startWriting();
  const issues = [{ path: "body.tags.0", message: "Use at most 20 characters." }];
  server.failure = new ApiError(400, JSON.stringify({ code: "invalid_input", issues }), "");
  type({ title: "A van" });
  await pause(60);
  expect(saves).toHaveLength(1);
  expect(autosave.isUnsaved()).toBe(true);
  expect(autosave.state()).toEqual({
    name: "refused",
    issues: [{ name: "tags", message: "Use at most 20 characters." }],
  });
  server.failure = null;
  type({ title: "A new van" });
  await pause(3);
  expect([saves.length, autosave.isUnsaved()]).toEqual([2, false]);
});

test("“Keep mine” keeps a value that can't be stored", async () => {
  const { autosave, server, type, saveAs } = startWriting();
  saveAs({ title: "Theirs" });
  type({ title: "My\nvan", content: "Mine" });
  await autosave.flush();
  expect(autosave.resolve(true)).toEqual({});
  expect(autosave.isUnsaved()).toBe(true);
  expect(server.values.title).toBe("Theirs");
});

test("saves nothing more once the post is saved", async () => {
  const { autosave, saves, type, pause } = startWriting();
  type({ title: "A van" });
  await autosave.stop();
  expect(autosave.isUnsaved()).toBe(false);
  await pause(60);
  await autosave.flush();
  expect(saves).toEqual([]);
});
