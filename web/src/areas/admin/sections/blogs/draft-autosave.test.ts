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
    type: (values: Partial<DraftValues>) => autosave.setValues(createValues(values)),
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

test("keeps the saved date while the new one is incomplete", () => {
  const saved = createValues({ publishedAt: "2026-11-20T15:00:00Z" });
  expect(draftValues({ ...saved, title: "A van", publishedAt: "" }, saved)).toEqual({
    ...saved,
    title: "A van",
  });
});

test("saves nothing more once the post is saved", async () => {
  const { autosave, saves, type, pause } = startWriting();
  type({ title: "A van" });
  await autosave.stop();
  await pause(60);
  await autosave.flush();
  expect(saves).toEqual([]);
});
