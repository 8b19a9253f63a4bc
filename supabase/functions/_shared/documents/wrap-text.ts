import type { EmbeddedFont } from "./embedded-font.ts";

type Fits = (line: string) => boolean;

/** Wraps text at spaces, but not at no-break spaces. A word is broken only if it is longer than a line. */
export const wrapText = (
  font: EmbeddedFont,
  text: string,
  size: number,
  width: number,
): readonly string[] =>
  wrapWords(splitIntoWords(text), (line) => font.measureWidth(line, size) <= width);

/** Wraps a line of an address after a comma rather than within a part such as `Suite 1200`. */
export function wrapAddressLine(
  font: EmbeddedFont,
  text: string,
  size: number,
  width: number,
): readonly string[] {
  const fits: Fits = (line) => font.measureWidth(line, size) <= width;
  const parts = text.split(/(?<=,)\s+/);
  return wrapWords(parts.every(fits) ? parts : splitIntoWords(text), fits);
}

/** Returns whether no word is longer than a line. */
export const fitsWholeWords = (
  font: EmbeddedFont,
  text: string,
  size: number,
  width: number,
): boolean => splitIntoWords(text).every((word) => font.measureWidth(word, size) <= width);

const splitIntoWords = (text: string): readonly string[] => text.split(/[^\S\u{a0}]+/u);

function wrapWords(words: readonly string[], fits: Fits): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const longerLine = line === "" ? word : `${line} ${word}`;
    if (fits(longerLine)) {
      line = longerLine;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const piece of fits(word) ? [word] : breakWord(word, fits)) {
      if (!fits(line + piece)) {
        lines.push(line);
        line = "";
      }
      line += piece;
    }
  }
  return [...lines, line];
}

/** Breaks a word after hyphens, slashes, dots and at signs or, where that isn't enough, between any characters. */
const breakWord = (word: string, fits: Fits): readonly string[] =>
  word.split(/(?<=[-/.@])/).flatMap((piece) => (fits(piece) ? [piece] : Array.from(piece)));
