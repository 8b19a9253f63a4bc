import { expect, test } from "vitest";
import { createMailLink } from "./mail-link.ts";

test.each([
  ["ana@example.org", "mailto:ana@example.org"],
  ["o'neill+box@example.org", "mailto:o'neill+box@example.org"],
  ["a&b@example.org", "mailto:a%26b@example.org"],
  ["a?bcc=b@example.org", "mailto:a%3Fbcc=b@example.org"],
  ["a%0Ab#c@example.org", "mailto:a%250Ab%23c@example.org"],
])("threat 30: a link to %s writes to that address and to nobody else", (email, link) => {
  expect(createMailLink(email)).toBe(link);
  const url = new URL(link);
  expect([decodeURIComponent(url.pathname), url.search, url.hash]).toEqual([email, "", ""]);
});
