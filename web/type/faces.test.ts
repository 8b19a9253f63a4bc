import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { create } from "fontkitten";
import { expect, test } from "vitest";
import { fallbackFaces } from "./faces.ts";

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const serif = readFileSync(fromRoot("web/src/type/fraunces.woff2"));

/** Keys of keyboards, marks of a legend: no heading has them. */
const NOT_IN_HEADINGS = new Set("⌘⌥⇧●");

test("the serif has every letter and sign that the pages' own texts and the demo content use", () => {
  const font = create(serif);
  const drawn = new Set(font.isCollection ? [] : font.characterSet);
  const sources = [
    fromRoot("supabase/seed.sql"),
    ...globSync(fromRoot("web/src/**/*.tsx")).filter((file) => !file.endsWith(".test.tsx")),
  ];
  expect(sources.length).toBeGreaterThan(100);
  const missing = sources.flatMap((file) =>
    [...new Set(readFileSync(file, "utf8"))]
      .filter((sign) => sign > " " && !NOT_IN_HEADINGS.has(sign))
      .filter((sign) => !drawn.has(sign.codePointAt(0)!))
      .map((sign) => `${sign} in ${file}`),
  );
  expect(missing).toEqual([]);
  for (const sign of "€$¢°“”‘’–—…éñüçøÅ0123456789")
    expect(drawn, sign).toContain(sign.codePointAt(0));
});

test("the fallbacks take the room of the file that is there", async () => {
  expect(readFileSync(fromRoot("web/src/type/fraunces.css"), "utf8")).toContain(
    await fallbackFaces(serif),
  );
});

test("a phone waits for at most 35 KB of it", () => {
  expect(serif.length).toBeLessThanOrEqual(35_000);
});
