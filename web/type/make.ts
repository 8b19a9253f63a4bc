import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import { FAMILY, fallbackFaces } from "./faces.ts";

/**
 * `npm run font`: of Fraunces (OFL) what this site's headings need, in one cut between its text and its display sizes,
 * slightly soft. Letters of Central European names lie in a file of their own, which only they load.
 */
const AXES = { opsz: 60, SOFT: 50, WONK: 0, wght: { min: 400, max: 700 } };
const FEATURES = ["kern", "liga", "ccmp", "locl", "mark", "lnum", "tnum"];

const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join("");

const FILES = [
  {
    name: "fraunces",
    letters: "latin",
    text: `${between(0x20, 0x7e)}${between(0xa0, 0xff)}ıŒœ–—‘’‚“”„•…′″‹›⁄€™−`,
    range: "U+20-7E, U+A0-FF, U+131, U+152-153, U+2013-2044, U+20AC, U+2122, U+2212",
  },
  {
    name: "fraunces-extended",
    letters: "latin-ext",
    text: between(0x100, 0x17f).replaceAll(/[ıŒœ]/g, ""),
    range: "U+100-130, U+132-151, U+154-17F",
  },
];

const source = import.meta.resolve("@fontsource-variable/fraunces/package.json");
const from = (file: string) => fileURLToPath(new URL(file, source));
const to = (file: string) => fileURLToPath(new URL(`../src/type/${file}`, import.meta.url));

const faces: string[] = [];
for (const { name, letters, text, range } of FILES) {
  const whole = readFileSync(from(`files/fraunces-${letters}-full-normal.woff2`));
  const font = await subsetFont(whole, text, {
    targetFormat: "woff2",
    variationAxes: AXES,
    keepFeatures: FEATURES,
  });
  writeFileSync(to(`${name}.woff2`), font);
  // oxlint-disable-next-line no-console -- what it was run for
  console.log(`${name}.woff2: ${(font.length / 1000).toFixed(1)} KB`);
  faces.push(`@font-face {
  font-family: ${FAMILY};
  src: url("./${name}.woff2") format("woff2");
  font-weight: ${AXES.wght.min} ${AXES.wght.max};
  font-display: swap;
  unicode-range: ${range};
}`);
  if (faces.length === 1) faces.push(await fallbackFaces(font));
}
writeFileSync(to("fraunces.css"), `/* Written by \`npm run font\`. */\n${faces.join("\n")}\n`);
copyFileSync(from("LICENSE"), to("OFL.txt"));
