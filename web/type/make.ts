import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import { FONT_FAMILY, writeFallbackFaces } from "./faces.ts";

/*
 * `npm run font` subsets Fraunces (OFL) for the site's headings: slightly soft, at one optical size between text and
 * display. Rare characters go into separate files.
 */

const FONT_AXES = { opsz: 60, SOFT: 50, WONK: 0, wght: { min: 400, max: 700 } };
const FONT_FEATURES = ["kern", "liga", "ccmp", "locl", "mark", "lnum", "tnum"];

const getCharactersBetween = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join("");

/**
 * The first subset covers nearly every page, including Spanish names; the others load on demand.
 */
const FIRST_SUBSET = `${getCharactersBetween(0x20, 0x7e)}\u00a0¡©¿ÁÉÍÑÓÚÜáéíñóúü¢·–—‘’“”…`;
const removeCharacters = (text: string, excludedText: string) =>
  Array.from(text)
    .filter((character) => !excludedText.includes(character))
    .join("");

const FILES = [
  { name: "fraunces", sourceSubset: "latin", text: FIRST_SUBSET },
  {
    name: "fraunces-latin",
    sourceSubset: "latin",
    text: removeCharacters(`${getCharactersBetween(0xa1, 0xff)}ıŒœ‚„•′″‹›⁄€™−`, FIRST_SUBSET),
  },
  {
    name: "fraunces-extended",
    sourceSubset: "latin-ext",
    text: removeCharacters(getCharactersBetween(0x100, 0x17f), "ıŒœ"),
  },
];

/** Returns a `unicode-range` value, such as "U+20-7E, U+A0". */
const formatUnicodeRange = (text: string): string => {
  const ranges: [first: number, last: number][] = [];
  const codePoints = Array.from(text, (character) => character.codePointAt(0)!);
  for (const point of codePoints.toSorted((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range && range[1] === point - 1) range[1] = point;
    else ranges.push([point, point]);
  }
  const toHex = (point: number) => point.toString(16).toUpperCase();
  return ranges
    .map(([first, last]) => `U+${toHex(first)}${last > first ? `-${toHex(last)}` : ""}`)
    .join(", ");
};

const sourceUrl = import.meta.resolve("@fontsource-variable/fraunces/package.json");
const resolveSourcePath = (file: string) => fileURLToPath(new URL(file, sourceUrl));
const resolveTargetPath = (file: string) =>
  fileURLToPath(new URL(`../src/type/${file}`, import.meta.url));

const faces: string[] = [];
for (const { name, sourceSubset, text } of FILES) {
  const fullFont = readFileSync(
    resolveSourcePath(`files/fraunces-${sourceSubset}-full-normal.woff2`),
  );
  const font = await subsetFont(fullFont, text, {
    targetFormat: "woff2",
    variationAxes: FONT_AXES,
    keepFeatures: FONT_FEATURES,
  });
  writeFileSync(resolveTargetPath(`${name}.woff2`), font);
  // oxlint-disable-next-line no-console -- the script reports its result
  console.log(`${name}.woff2: ${(font.length / 1000).toFixed(1)} KB`);
  faces.push(`@font-face {
  font-family: ${FONT_FAMILY};
  src: url("./${name}.woff2") format("woff2");
  font-weight: ${FONT_AXES.wght.min} ${FONT_AXES.wght.max};
  font-display: swap;
  unicode-range: ${formatUnicodeRange(text)};
}`);
  if (faces.length === 1) faces.push(await writeFallbackFaces(font));
}
writeFileSync(
  resolveTargetPath("fraunces.css"),
  `/* Written by \`npm run font\`. */\n${faces.join("\n")}\n`,
);
copyFileSync(resolveSourcePath("LICENSE"), resolveTargetPath("OFL.txt"));
