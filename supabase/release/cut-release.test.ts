import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { VERSION } from "../functions/_shared/rules/version.ts";
import type { EndpointDefinition } from "../functions/_shared/contracts/endpoint.ts";
import { moveUnreleasedChanges } from "./changelog.ts";
import { createOperationContracts } from "./contract.ts";
import { cutRelease } from "./cut-release.ts";

const createPartnersEndpoint = (name: z.ZodType): EndpointDefinition => ({
  method: "GET",
  path: "/api/partners",
  access: "public",
  summary: "Partners",
  output: z.array(z.object({ name })),
});
const operations = createOperationContracts({ listPartners: createPartnersEndpoint(z.string()) });
const day = "2027-01-04";
const CHANGELOG = "# Changelog\n\n## Unreleased\n\n### Added\n\n- Partners\n";

/** A project with one migration and no release yet. */
const FILES = {
  "package.json": '{\n  "name": "planted",\n  "version": "0.1.0",\n  "files": ["a", "b"]\n}\n',
  "package-lock.json": '{"version": "0.1.0", "packages": {"": {"version": "0.1.0"}}}',
  "supabase/functions/_shared/rules/version.ts": 'export const VERSION = "0.1.0";\n',
  "docs/changelog.md": CHANGELOG,
  "supabase/release/migrations.json": "[]\n",
  "supabase/release/contract.json": '{ "version": null, "operations": {} }\n',
  "supabase/migrations/20270101000000_partners.sql": "create table public.partners ();\n",
};

let root = "";
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const readAll = () => Object.fromEntries(Object.keys(FILES).map((file) => [file, read(file)]));

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "care-packages-release-"));
  for (const [file, text] of Object.entries(FILES)) write(file, text);
});
afterEach(() => rmSync(root, { recursive: true }));

test("the functions report the version in package.json", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(VERSION).toBe(version);
});

test("the changelog has one section for unreleased changes", () => {
  const changelog = readFileSync("docs/changelog.md", "utf8");
  expect(changelog.match(/^## Unreleased$/gm)).toHaveLength(1);
});

describe("cutting a release", () => {
  test("writes the version, checksums, contract and changelog, and leaves everything else as it is", async () => {
    await cutRelease(root, { version: "1.0.0", day, operations });
    expect(read("package.json")).toBe(FILES["package.json"].replace("0.1.0", "1.0.0"));
    expect(JSON.parse(read("package-lock.json"))).toEqual({
      version: "1.0.0",
      packages: { "": { version: "1.0.0" } },
    });
    expect(read("supabase/functions/_shared/rules/version.ts")).toBe(
      'export const VERSION = "1.0.0";\n',
    );
    expect(read("docs/changelog.md")).toBe(
      "# Changelog\n\n## Unreleased\n\n## 1.0.0 - 2027-01-04\n\n### Added\n\n- Partners\n",
    );
    expect(JSON.parse(read("supabase/release/migrations.json"))).toEqual([
      {
        version: "1.0.0",
        files: { "20270101000000_partners.sql": expect.stringMatching(/^[\da-f]{64}$/) },
      },
    ]);
    expect(JSON.parse(read("supabase/release/contract.json"))).toEqual({
      version: "1.0.0",
      operations,
    });
  });

  test("lists only the new migrations in the next release, and replaces the contract", async () => {
    await cutRelease(root, { version: "1.0.0", day, operations });
    write("supabase/migrations/20270201000000_friends.sql", "create table public.friends ();\n");
    write("docs/changelog.md", `${CHANGELOG}\n## 1.0.0 - 2027-01-04\n\n- Everything\n`);
    await cutRelease(root, { version: "1.0.1", day: "2027-02-01", operations });
    const releases = JSON.parse(read("supabase/release/migrations.json")) as { files: object }[];
    expect(releases.map(({ files }) => Object.keys(files))).toEqual([
      ["20270101000000_partners.sql"],
      ["20270201000000_friends.sql"],
    ]);
    expect(JSON.parse(read("supabase/release/contract.json"))).toMatchObject({ version: "1.0.1" });
    expect(read("docs/changelog.md").match(/^## .*/gm)).toEqual([
      "## Unreleased",
      "## 1.0.1 - 2027-02-01",
      "## 1.0.0 - 2027-01-04",
    ]);
  });

  test.each(["", "1", "v1.0.0", "1.0.0-beta", "0.1.0", "0.0.9"])(
    "refuses the version %j and writes nothing",
    async (version) => {
      await expect(cutRelease(root, { version, day, operations })).rejects.toThrow(/version/);
      expect(readAll()).toEqual(FILES);
    },
  );

  test("refuses if the changelog doesn't say what has changed, and writes nothing", async () => {
    write("docs/changelog.md", "# Changelog\n\n## Unreleased\n");
    const before = readAll();
    await expect(cutRelease(root, { version: "1.0.0", day, operations })).rejects.toThrow(
      "lists nothing under `## Unreleased`",
    );
    expect(readAll()).toEqual(before);
  });

  test("refuses a changed migration and an API that breaks open pages, names both, and writes nothing", async () => {
    await cutRelease(root, { version: "1.0.0", day, operations });
    write("docs/changelog.md", CHANGELOG);
    write("supabase/migrations/20270101000000_partners.sql", "create table public.friends ();\n");
    const before = readAll();
    const newApi = createOperationContracts({ listPartners: createPartnersEndpoint(z.number()) });
    await expect(cutRelease(root, { version: "1.1.0", day, operations: newApi })).rejects.toThrow(
      /20270101000000_partners\.sql was released in 1\.0\.0.*\n.*response\[\]\.name may be number/,
    );
    expect(readAll()).toEqual(before);
  });
});

test("a changelog without the heading Unreleased is refused", () => {
  expect(() => moveUnreleasedChanges("# Changelog\n", "1.0.0", day)).toThrow("no heading");
});
