import { describe, expect, it } from "vitest";
import { hasLinks } from "./card-text.ts";

describe("threat 63: text on a card", () => {
  it.each([
    "See https://example.org",
    "www.example.org",
    "example.com/win",
    "bit.ly",
    "exam\u00adple.c\u200bom",
    "example．com",
    "example。com",
    "write to ann@example",
    "mailto:ann",
    String.raw`\\server\share`,
    "10.0.0.1",
    "Call (817) 555-0142",
    "Call 8175550142",
    "+44 20 7946 0958",
  ])("is refused with a link that an email client could make: %s", (text) => {
    expect(hasLinks(text)).toBe(true);
  });

  it.each([
    "Thank you, J. R. Smith. We miss him so much... and always will.",
    "He said “I’ll be back.” And he was.",
    "01/02/1945 - 03/04/2023",
    "Born in 1945, at 9 a.m. on St. John’s Day, 3.50 miles away",
    "Love you.❤️❤️",
    "Grüße aus Łódź!\nمع الحب",
  ])("is accepted without one: %s", (text) => {
    expect(hasLinks(text)).toBe(false);
  });
});
