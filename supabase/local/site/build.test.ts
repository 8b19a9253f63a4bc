import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { explainFailedBuild, hashInputs } from "./build.ts";

let root: string;
const environment = { VITE_SUPABASE_URL: "http://localhost:1" };

async function write(name: string, content: string): Promise<void> {
  const file = path.join(root, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "build-inputs-"));
  await write("package.json", "{}");
  await write("web/src/main.ts", "1");
  await write("supabase/functions/_shared/rules/money.ts", "1");
});

afterEach(() => rm(root, { recursive: true, force: true }));

it.each([
  ["a site source", "web/src/main.ts"],
  ["a shared rule", "supabase/functions/_shared/rules/money.ts"],
  ["a dependency", "package.json"],
  ["a new file", "web/public/new.svg"],
])("the hash changes for %s", async (_, file) => {
  const hashBefore = await hashInputs(root, environment);
  await write(file, "2");
  expect(await hashInputs(root, environment)).not.toBe(hashBefore);
});

it("the hash changes for a build variable", async () => {
  const hashBefore = await hashInputs(root, environment);
  expect(await hashInputs(root, { VITE_SUPABASE_URL: "http://localhost:2" })).not.toBe(hashBefore);
});

it.each([
  "web/src/main.test.ts",
  "web/dist/index.html",
  "web/edge/.wrangler/tmp/a.js",
  "supabase/seed.sql",
])("the hash stays the same for %s", async (file) => {
  const hashBefore = await hashInputs(root, environment);
  await write(file, "2");
  expect(await hashInputs(root, environment)).toBe(hashBefore);
});

it.each([
  [
    "the build reports it",
    "Failed to write file\nCaused by:\n  No space left on device (os error 28)",
    7,
  ],
  ["Node reports it", "Error: ENOSPC: no space left on device, write", 7],
  ["the log couldn't be written either", "", 0],
])("a full disk is reported in one line when %s", (_, log, freeBlocks) => {
  expect(explainFailedBuild(log, freeBlocks).message).toBe(
    "The disk is full. Free up some space, then start again.",
  );
});

it("any other failed build shows the end of the log", () => {
  const log = Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n");
  const { message } = explainFailedBuild(log, 7);
  expect(message).toMatch(/^Couldn't build the site:\nline 15\n/);
  expect(message).toMatch(/line 39$/);
});
