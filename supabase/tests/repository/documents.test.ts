import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readRequirements } from "../checklist/requirements.ts";

const readText = (file: string) => readFileSync(file, "utf8");
const documents = globSync([
  "README.md",
  "docs/**/*.md",
  ".github/**/*.md",
  "web/*/README.md",
  "supabase/*/README.md",
]);

/** Derives anchors from headings as GitHub does. */
const listAnchors = (file: string) =>
  Array.from(readText(file).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );

/** Files that a fresh clone doesn't have. */
const GENERATED_PATHS = [
  "supabase/.temp",
  "supabase/functions/.env",
  "supabase/functions/dist",
  "web/dist",
];

describe.each(documents)("%s", (document) => {
  const text = readText(document);

  it("links to files and headings that exist", () => {
    const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link);
    const brokenLinks = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [target = "", anchor] = link.split("#");
      const file = target === "" ? document : path.join(path.dirname(document), target);
      return !existsSync(file) || (anchor !== undefined && !listAnchors(file).includes(anchor));
    });
    expect(brokenLinks).toEqual([]);
  });

  it("names files and folders that exist", () => {
    const namedPaths = Array.from(
      text.matchAll(/`((?:web|supabase|docs|\.github|\.ci)\/[\w./-]+)`/g),
      ([, name = ""]) => name,
    );
    const missingPaths = namedPaths.filter(
      (name) => !existsSync(name) && !GENERATED_PATHS.some((folder) => name.startsWith(folder)),
    );
    // The recipes mention files that exist only in the examples.
    expect(missingPaths.filter((name) => !/\bpartners\b/.test(name))).toEqual([]);
  });
});

describe("the README", () => {
  it("has at most 150 lines, because details belong in docs", () => {
    expect(readText("README.md").split("\n").length).toBeLessThanOrEqual(150);
  });
});

describe("the index of decisions", () => {
  const index = readText("docs/decisions/README.md");

  it.each(globSync("docs/decisions/[0-9]*.md"))("names %s by its number and title", (file) => {
    const [, number = "", title = ""] = /^# (\d+)\. ([^:\n]+)/.exec(readText(file)) ?? [];
    expect(index).toContain(`| ${number} | [${title}](${path.basename(file)}) |`);
  });
});

describe("the way of a request in contributing.md", () => {
  const [, text = ""] = readText("docs/contributing.md").split("## How a request travels");
  const [table = ""] = text.split("## Tests");
  const rows = Array.from(
    table.matchAll(/^\| ([^|]+) \| `([^`]+)` \| `([^`]+)` \|$/gm),
    ([, part, file = "", code = ""]) => ({ part, file, code }),
  );

  it("goes from the screen to the table", () => {
    expect(rows.map(({ part }) => part)).toContain("screen");
    expect(rows.at(-1)?.file).toMatch(/^supabase\/migrations\//);
    expect(rows.length).toBeGreaterThanOrEqual(7);
  });

  it.each(rows)("$part: $file has $code", ({ file, code }) => {
    const [foundFile] = globSync(file.replace("…", "?".repeat(14)));
    expect(readText(foundFile ?? file)).toContain(code);
  });
});

describe("requirements and threats", () => {
  it("each requirement is listed once", () => {
    const ids = readRequirements(readText("docs/requirements.md")).map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(623);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("the threats are numbered without gaps, because tests refer to them by number", () => {
    const rows = readText("docs/threats.md").matchAll(/^\| (\d+) \|/gm);
    const numbers = Array.from(rows, ([, number]) => Number(number));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(numbers.length).toBeGreaterThanOrEqual(62);
  });
});
