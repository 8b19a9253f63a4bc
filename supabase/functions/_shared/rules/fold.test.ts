import { expect, test } from "vitest";
import { FOLDED_TEXTS } from "../../../tests/folded-texts.ts";
import { fold, foldWords } from "./fold.ts";

test("folds case, accents, apostrophes, hyphens and composition", () => {
  expect(FOLDED_TEXTS.map(([text]) => [text, fold(text)])).toEqual(FOLDED_TEXTS);
  expect(FOLDED_TEXTS.map(([, folded]) => fold(folded))).toEqual(
    FOLDED_TEXTS.map(([, folded]) => folded),
  );
});

test("divides a search into its words", () => {
  expect(foldWords(" Anne-Marie  O’Neill ")).toEqual(["anne", "marie", "oneill"]);
  expect(foldWords("—")).toEqual([]);
});
