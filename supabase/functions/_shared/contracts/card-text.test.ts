import { describe, expect, it } from "vitest";
import { TEXTS_WITH_LINKS, TEXTS_WITHOUT_LINKS } from "../../../tests/card-texts.ts";
import { hasLinks } from "./card-text.ts";

describe("threat 63: text on a card", () => {
  it.each(TEXTS_WITH_LINKS)(
    "is refused if an email client could turn part of it into a link: %s",
    (text) => {
      expect(hasLinks(text)).toBe(true);
    },
  );

  it.each(TEXTS_WITHOUT_LINKS)("is accepted if it contains nothing like a link: %s", (text) => {
    expect(hasLinks(text)).toBe(false);
  });
});
