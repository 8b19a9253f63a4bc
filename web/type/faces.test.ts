import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { create } from "fontkitten";
import { expect, test } from "vitest";
import { writeFallbackFaces } from "./faces.ts";

const resolveFromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const readFont = (name: string) => readFileSync(resolveFromRoot(`web/src/type/${name}.woff2`));
const serifFont = readFont("fraunces");
const readCodePoints = (file: Buffer): number[] => {
  const font = create(file);
  return font.isCollection ? [] : font.characterSet;
};

/** These symbols for keyboard keys and chart legends never appear in headings. */
const EXCLUDED_CHARACTERS = new Set("⌘⌥⇧●");

test("the serif has every character that the built-in text and the demo content use", () => {
  const availableCodePoints = new Set(
    ["fraunces", "fraunces-latin", "fraunces-extended"].flatMap((name) =>
      readCodePoints(readFont(name)),
    ),
  );
  const sourcePaths = [
    resolveFromRoot("supabase/seed.sql"),
    ...globSync(resolveFromRoot("web/src/**/*.tsx")).filter((file) => !file.endsWith(".test.tsx")),
  ];
  expect(sourcePaths.length).toBeGreaterThan(100);
  const missingCharacters = sourcePaths.flatMap((file) =>
    [...new Set(readFileSync(file, "utf8"))]
      .filter((character) => character > " " && !EXCLUDED_CHARACTERS.has(character))
      .filter((character) => !availableCodePoints.has(character.codePointAt(0)!))
      .map((character) => `${character} in ${file}`),
  );
  expect(missingCharacters).toEqual([]);
  for (const character of "€$¢°“”‘’–—…éñüçøÅŁš0123456789")
    expect(availableCodePoints, character).toContain(character.codePointAt(0));
  for (const character of "$¢“”’–—…éñü0123456789")
    expect(readCodePoints(serifFont), character).toContain(character.codePointAt(0));
});

test("the fallback fonts match the metrics of the current font file", async () => {
  expect(readFileSync(resolveFromRoot("web/src/type/fraunces.css"), "utf8")).toContain(
    await writeFallbackFaces(serifFont),
  );
});

test("a phone downloads at most 25 KB of fonts", () => {
  expect(serifFont.length).toBeLessThanOrEqual(25_000);
});
