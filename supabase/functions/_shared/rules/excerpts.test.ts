import { describe, expect, test } from "vitest";
import {
  createTextExcerpt,
  estimateReadingMinutes,
  shorten,
  extractVisibleText,
} from "./excerpts.ts";

describe("the visible text", () => {
  test("drops markup and keeps words", () => {
    expect(
      extractVisibleText(
        "## Boxes\n\n![](/images/blog/1)\n\n- **Warm** [socks](https://example.org)\n- coffee",
      ),
    ).toBe("Boxes Warm socks coffee");
  });

  test("leaves plain text unchanged", () => {
    expect(extractVisibleText("5 < 6 and we're glad.")).toBe("5 < 6 and we're glad.");
  });
});

describe("an excerpt", () => {
  test("BLOG-02: has at most 100 characters and an ellipsis", () => {
    const text = createTextExcerpt("word ".repeat(60), 100);
    expect(text.length).toBeLessThanOrEqual(101);
    expect(text.endsWith("word…")).toBe(true);
  });

  test("skips tables", () => {
    expect(
      createTextExcerpt(
        "Before.\n\n| Item | Count |\n| --- | --- |\n| Socks | 40 |\n\nAfter.",
        100,
      ),
    ).toBe("Before. After.");
  });

  test.each([
    [
      "We need:\n\n- Warm socks\n- **Coffee**\n\nThank you",
      "We need: Warm socks. Coffee. Thank you",
    ],
    ["1. Pack\n2. Ship!\n3. Rest", "Pack. Ship! Rest."],
    ["- one that\n  goes on\n- two,\n- [three](https://x.org)", "one that goes on. two, three."],
    ["- a\n\n* * *\n\nb", "a. b"],
    ["No list\n\n---\n\nat all", "No list at all"],
  ])("ends list items with punctuation: %j", (markdown, summary) => {
    expect(createTextExcerpt(markdown, 100)).toBe(summary);
  });

  test("TEST-02: shows 120 characters in full", () => {
    expect(shorten("a".repeat(120), 120)).toBe("a".repeat(120));
    expect(shorten("a".repeat(121), 120)).toBe(`${"a".repeat(120)}…`);
    expect(shorten("*** \n 5 stars", 120)).toBe("*** 5 stars");
  });

  test.each([
    ["She said “thank you all” twice", 20, "She said “thank you…”"],
    ['She said "thank you all" twice', 20, 'She said "thank you…"'],
    ["She said “thank you” and left", 24, "She said “thank you” and…"],
    ["She said “thank you all", 10, "She said…"],
    ['A box of 12" by 9" for everybody', 22, 'A box of 12" by 9" for…'],
    ["We packed boxes, then went home", 16, "We packed boxes…"],
    ["Twelve of us shared it", 12, "Twelve of us…"],
    ["Thank you 🎁🎁🎁🎁🎁🎁🎁", 17, "Thank you 🎁🎁🎁…"],
  ])(
    "TEST-02: cuts %s at %d, at a word boundary, and closes quotes",
    (text, max, shortenedText) => {
      expect(shorten(text, max)).toBe(shortenedText);
    },
  );
});

describe("the reading time", () => {
  test.each([
    [0, 0],
    [1, 1],
    [200, 1],
    [201, 2],
  ])("BLOG-04: of %d words is %d minutes", (wordCount, minutes) => {
    expect(estimateReadingMinutes("word ".repeat(wordCount))).toBe(minutes);
  });
});

test("visible text is extracted quickly even if Markdown syntax isn't closed", () => {
  // Measures the CPU time of this process, because wall time also depends on what else the machine is doing.
  const startUsage = process.cpuUsage();
  for (const mark of ["**a ", "__a ", "a **", "[", "`a ", "|", "a|\n"]) {
    extractVisibleText(mark.repeat(30_000 / mark.length));
  }
  expect(process.cpuUsage(startUsage).user / 1000).toBeLessThan(2500);
});
