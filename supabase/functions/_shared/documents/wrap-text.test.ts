import { expect, it } from "vitest";
import { fitsWholeWords, wrapAddressLine, wrapText } from "./wrap-text.ts";

/** A font whose characters are all as wide as the size. */
const font = {
  canWrite: () => true,
  measureWidth: (text: string, size: number) => text.length * size,
  write: () => undefined,
};
const wrap = (text: string, width: number) => wrapText(font, text, 1, width);

it("breaks lines at spaces, but keeps a number with its name", () => {
  expect(wrap("one two  three", 8)).toEqual(["one two", "three"]);
  expect(wrap("exempt, EIN\u{a0}00-0142536.", 16)).toEqual(["exempt,", "EIN\u{a0}00-0142536."]);
  expect(wrap("", 8)).toEqual([""]);
});

it("breaks a word that is too long after a hyphen, a dot or an at sign, or anywhere", () => {
  expect(wrap("Featherstone-Haugh III", 14)).toEqual(["Featherstone-", "Haugh III"]);
  expect(wrap("mary.lee@mail.example.org", 16)).toEqual(["mary.lee@mail.", "example.org"]);
  expect(wrap("WWWWWWWW", 3)).toEqual(["WWW", "WWW", "WW"]);
  expect(wrap("A WWWW-WWWWW", 4)).toEqual(["A", "WWWW", "-WWW", "WW"]);
});

it("breaks a line of an address after a comma if it can", () => {
  const wrapAddress = (text: string, width: number) => wrapAddressLine(font, text, 1, width);
  expect(wrapAddress("12045 Long Road, Floor 12, Suite 1200", 30)).toEqual([
    "12045 Long Road, Floor 12,",
    "Suite 1200",
  ]);
  expect(wrapAddress("12045 Very Long Road, Suite 1200", 15)).toEqual([
    "12045 Very Long",
    "Road, Suite",
    "1200",
  ]);
});

it("tells whether a word is longer than a line", () => {
  expect(fitsWholeWords(font, "Paul Yates", 1, 5)).toBe(true);
  expect(fitsWholeWords(font, "Paul Yates", 1, 4)).toBe(false);
});
