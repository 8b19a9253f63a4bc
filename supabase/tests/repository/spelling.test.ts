import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const FILES = globSync([
  "web/src/**/*.{ts,tsx}",
  "web/prerender/**/*.{ts,tsx}",
  "supabase/functions/**/*.ts",
  "supabase/templates/**/*.html",
  "supabase/seed.sql",
]);

/** Returns whether a line may contain text that users read. Only engineers read comments. */
const isText = (line: string) => !/^\s*(?:\/\/|\/?\*|--|\{\/\*)/.test(line);

it.each([
  ["email", /(?<![\w-])e-mail/i],
  ["neighbor", /neighbour/i],
])("all text spells %s the same way", (_, otherSpelling) => {
  expect(FILES.length).toBeGreaterThan(500);
  const found = FILES.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => isText(line) && otherSpelling.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
