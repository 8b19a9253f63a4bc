import { Marked } from "marked";
import { expect, test } from "vitest";
import { POST_DIALECT } from "../rules/post-dialect.ts";
import { cleanStoredHtml } from "./clean-stored-html.ts";

const PIECES = '* ** *** _ __ ~ ~~ a b é 😀 1 . ( ) [ ] ` \\ ! " < > | - ](/x) http://a.b'.split(
  " ",
);

/** Returns texts of random pieces, the same in each run. */
function createTexts(count: number): string[] {
  let state = 20_261_130;
  const pickNumberBelow = (max: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
  const pickPiece = () => {
    const index = pickNumberBelow(PIECES.length + 3);
    return PIECES[index] ?? ["\n", " ", "\u{a0}"][index - PIECES.length] ?? "";
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + pickNumberBelow(16) }, pickPiece).join(""),
  );
}

test("threat 67: skipping delimiters that nothing closes doesn't change how a text looks", () => {
  const { emStrong: _emStrong, ...tokenizer } = POST_DIALECT.tokenizer;
  const [skipping, unchanged] = [
    new Marked(POST_DIALECT),
    new Marked({ ...POST_DIALECT, tokenizer }),
  ];
  const differences = createTexts(5000).filter(
    (text) => skipping.parse(text) !== unchanged.parse(text),
  );
  expect(differences).toEqual([]);
});

test("threat 67: HTML that could take long to parse loses its tags", () => {
  expect(cleanStoredHtml(`${"<b>".repeat(5000)}Dear < friends`, "text")).toBe("Dear &lt; friends");
  expect(cleanStoredHtml(`<p>${"<b>a</b>".repeat(101)}</p>`, "mail")).not.toContain("<b>");
});
