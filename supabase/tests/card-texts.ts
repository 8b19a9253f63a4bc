/**
 * Texts that an email client could turn into links. They test both implementations of the rule, in TypeScript and in
 * SQL.
 */
export const TEXTS_WITH_LINKS = [
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
] as const;

export const TEXTS_WITHOUT_LINKS = [
  "Thank you, J. R. Smith. We miss him so much... and always will.",
  "He said “I’ll be back.” And he was.",
  "01/02/1945 - 03/04/2023",
  "Born in 1945, at 9 a.m. on St. John’s Day, 3.50 miles away",
  "Love you.❤️❤️",
  "Grüße aus Łódź!\nمع الحب",
] as const;
