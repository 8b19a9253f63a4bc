import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** A button's attributes and label. Attributes may contain `=>`. */
const BUTTON_PATTERN = /<Button\b((?:=>|[^>])*)>((?:(?!<\/?Button\b)[\s\S])*)<\/Button>/g;
const CANCEL_PATTERN = /^\s*(?:Cancel|\{(?:props\.)?cancelLabel\b[^}]*\})\s*$/;
const EMPHASIS = ["primary", "danger", "outline", "ghost"];

const files = globSync("web/src/**/*.tsx").filter((file) => !file.endsWith(".test.tsx"));

/** Returns the buttons of a file, and whether nothing but space separates each from the one before. */
const listButtons = (source: string) => {
  let lastEnd = 0;
  return [...source.matchAll(BUTTON_PATTERN)].map((match) => {
    const [whole, attributes = "", label = ""] = match;
    const isNext = source.slice(lastEnd, match.index).trim() === "";
    lastEnd = match.index + whole.length;
    const variant = /variant="(\w+)"/.exec(attributes)?.[1] ?? "primary";
    return { label, isCancel: CANCEL_PATTERN.test(label), isNext, rank: EMPHASIS.indexOf(variant) };
  });
};

it("puts the main button of a row first and Cancel last", () => {
  const cancelFiles: string[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const buttons = listButtons(readFileSync(file, "utf8"));
    if (buttons.some(({ isCancel }) => isCancel)) cancelFiles.push(file);
    for (const [index, { label, isNext, rank }] of buttons.entries()) {
      const before = buttons[index - 1];
      if (isNext && before && (before.isCancel || before.rank > rank)) {
        problems.push(`${file}: ${label.trim()} after ${before.label.trim()}`);
      }
    }
  }
  expect(problems).toEqual([]);
  expect(cancelFiles.length).toBeGreaterThan(6);
});
