import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { create } from "fontkitten";
import { expect, test } from "vitest";
import { fallbackFaces } from "./faces.ts";

const pathFromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const fileOf = (name: string) => readFileSync(pathFromRoot(`web/src/type/${name}.woff2`));
const serif = fileOf("fraunces");
const lettersOf = (file: Buffer): number[] => {
  const font = create(file);
  return font.isCollection ? [] : font.characterSet;
};

/** Keyboard keys and legend marks, which never appear in headings. */
const NOT_IN_HEADINGS = new Set("⌘⌥⇧●");

test("the serif has every character that the built-in text and the demo content use", () => {
  const availableLetters = new Set(
    ["fraunces", "fraunces-latin", "fraunces-extended"].flatMap((name) => lettersOf(fileOf(name))),
  );
  const sources = [
    pathFromRoot("supabase/seed.sql"),
    ...globSync(pathFromRoot("web/src/**/*.tsx")).filter((file) => !file.endsWith(".test.tsx")),
  ];
  expect(sources.length).toBeGreaterThan(100);
  const missingLetters = sources.flatMap((file) =>
    [...new Set(readFileSync(file, "utf8"))]
      .filter((character) => character > " " && !NOT_IN_HEADINGS.has(character))
      .filter((character) => !availableLetters.has(character.codePointAt(0)!))
      .map((character) => `${character} in ${file}`),
  );
  expect(missingLetters).toEqual([]);
  for (const character of "€$¢°“”‘’–—…éñüçøÅŁš0123456789")
    expect(availableLetters, character).toContain(character.codePointAt(0));
  for (const character of "$¢“”’–—…éñü0123456789")
    expect(lettersOf(serif), character).toContain(character.codePointAt(0));
});

test("the fallback fonts match the metrics of the current font file", async () => {
  expect(readFileSync(pathFromRoot("web/src/type/fraunces.css"), "utf8")).toContain(
    await fallbackFaces(serif),
  );
});

test("a phone downloads at most 25 KB of fonts", () => {
  expect(serif.length).toBeLessThanOrEqual(25_000);
});
