import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { create } from "fontkitten";
import { expect, test } from "vitest";
import { fallbackFaces } from "./faces.ts";

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const fileOf = (name: string) => readFileSync(fromRoot(`web/src/type/${name}.woff2`));
const serif = fileOf("fraunces");
const lettersOf = (file: Buffer): number[] => {
  const font = create(file);
  return font.isCollection ? [] : font.characterSet;
};

/** Keyboard keys and legend marks, which never appear in headings. */
const NOT_IN_HEADINGS = new Set("⌘⌥⇧●");

test("the serif has every character that the built-in text and the demo content use", () => {
  const drawn = new Set(
    ["fraunces", "fraunces-latin", "fraunces-extended"].flatMap((name) => lettersOf(fileOf(name))),
  );
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
  for (const sign of "€$¢°“”‘’–—…éñüçøÅŁš0123456789")
    expect(drawn, sign).toContain(sign.codePointAt(0));
  for (const sign of "$¢“”’–—…éñü0123456789")
    expect(lettersOf(serif), sign).toContain(sign.codePointAt(0));
});

test("the fallback fonts match the metrics of the current font file", async () => {
  expect(readFileSync(fromRoot("web/src/type/fraunces.css"), "utf8")).toContain(
    await fallbackFaces(serif),
  );
});

test("a phone downloads at most 25 KB of fonts", () => {
  expect(serif.length).toBeLessThanOrEqual(25_000);
});
