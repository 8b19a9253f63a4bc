import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { createExcerpt, TextWithMatches } from "./text-with-matches.tsx";

test.each([
  ["Winter boxes, winter mail", "winter", "<Winter> boxes, <winter> mail"],
  ["What costs $5 (five)?", "$5 (", "What costs $<5> (five)?"],
  ["<script>alert(1)</script>", "script", "<<script>>alert(1)</<script>>"],
  ["Nothing of it", "else", "Nothing of it"],
  ["Mail for Núñez and O’Neill", "oneill nunez", "Mail for <Núñez> and <O’Neill>"],
  ["Nu\u0301n\u0303ez", "ñez", "Nu\u0301<n\u0303ez>"],
  ["Boxes at Anne-Marie’s", "anne-marie", "Boxes at <Anne>-<Marie>’s"],
  ["A box, an axe", "ax", "A box, an <ax>e"],
  ["Großartig", "SSAR", "Gro<ßar>tig"],
  ["Nothing asked", undefined, "Nothing asked"],
])('marks matches in "%s" when searching for "%s"', (text, search, expected) => {
  const { container } = render(<TextWithMatches text={text} search={search} />);
  for (const mark of container.querySelectorAll("mark")) mark.textContent = `<${mark.textContent}>`;
  expect(container.textContent).toBe(expected);
});

test("takes the excerpt from around the match in the rendered text", () => {
  const longText = `## Beginning\n\n${"Words before it. ".repeat(40)}Then a **lantern** was lit, and ${"more words. ".repeat(40)}`;
  const excerpt = createExcerpt(longText, "LANTERN", 120);
  expect(excerpt).toMatch(/^… /);
  expect(excerpt).toContain("Then a lantern was lit");
  expect(excerpt.length).toBeLessThan(125);
  expect(createExcerpt(longText, "beginning", 40)).toMatch(/^Beginning Words before it/);
  expect(createExcerpt("Short", "gone", 40)).toBe("Short");
});
