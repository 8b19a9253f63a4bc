import { globSync, readFileSync } from "node:fs";
import { create, type Font } from "@cantoo/fontkit";
import { expect, test } from "vitest";
import { readMigratedFonts } from "../font-files.ts";

const FOLDER = "web/src/type";
const readFont = (file: string) => create(readFileSync(`${FOLDER}/${file}`)) as Font;

/** Each file of the serif, and the code points that the stylesheet loads it for. */
const faces = Array.from(
  readFileSync(`${FOLDER}/fraunces.css`, "utf8").matchAll(
    /url\("\.\/(.+?)"\)[^}]*?unicode-range:([^;]+);/g,
  ),
  ([, file = "", ranges = ""]) => ({
    file,
    codePoints: Array.from(
      ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g),
      ([, first = "", last = first]) => {
        const start = Number.parseInt(first, 16);
        return Array.from(
          { length: Number.parseInt(last, 16) - start + 1 },
          (_, index) => start + index,
        );
      },
    ).flat(),
  }),
);
const allCodePoints = faces.flatMap(({ codePoints }) => codePoints);

/** These symbols for keyboard keys and chart legends never appear in headings. */
const EXCLUDED_CHARACTERS = new Set("⌘⌥⇧●");

test("the serif has every character that the built-in text and the demo content use", () => {
  const sourcePaths = [
    "supabase/seed.sql",
    ...globSync("web/src/**/*.tsx").filter((file) => !file.endsWith(".test.tsx")),
  ];
  expect(sourcePaths.length).toBeGreaterThan(100);
  const available = new Set(allCodePoints);
  const missingCharacters = sourcePaths.flatMap((file) =>
    [...new Set(readFileSync(file, "utf8"))]
      .filter((character) => character > " " && !EXCLUDED_CHARACTERS.has(character))
      .filter((character) => !available.has(character.codePointAt(0)!))
      .map((character) => `${character} in ${file}`),
  );
  expect(missingCharacters).toEqual([]);
  for (const character of "€$¢°“”‘’–—…éñüçøÅŁš0123456789")
    expect(allCodePoints, character).toContain(character.codePointAt(0));
  for (const character of "$¢“”’–—…éñü0123456789")
    expect(faces[0]!.codePoints, character).toContain(character.codePointAt(0));
});

test("each file of the serif has the characters that the stylesheet loads it for", () => {
  expect(faces.map(({ file }) => file)).toEqual([
    "fraunces.woff2",
    "fraunces-latin.woff2",
    "fraunces-extended.woff2",
  ]);
  for (const { file, codePoints } of faces) {
    const font = readFont(file);
    expect(codePoints.filter((codePoint) => !font.hasGlyphForCodePoint(codePoint))).toEqual([]);
  }
});

test("the cut for PDFs is static, has the same characters and at most 120 KB", () => {
  const font = readFont("fraunces-semibold.ttf");
  expect(font.variationAxes).toEqual({});
  expect(allCodePoints.filter((codePoint) => !font.hasGlyphForCodePoint(codePoint))).toEqual([]);
  expect(readFileSync(`${FOLDER}/fraunces-semibold.ttf`).length).toBeLessThanOrEqual(120_000);
  expect(readMigratedFonts().serif).toEqual(readFileSync(`${FOLDER}/fraunces-semibold.ttf`));
});

test("a phone downloads at most 25 KB of fonts", () => {
  expect(readFileSync(`${FOLDER}/fraunces.woff2`).length).toBeLessThanOrEqual(25_000);
});
