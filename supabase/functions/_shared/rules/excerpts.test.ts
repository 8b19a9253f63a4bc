import { describe, expect, test } from "vitest";
import { excerpt, readMinutes, visibleText } from "./excerpts.ts";

describe("visible text", () => {
  test("leaves out markup and keeps words", () => {
    expect(
      visibleText("## Boxes\n\n- **Warm** [socks](https://example.org)\n- <b>coffee</b>"),
    ).toBe("Boxes Warm socks coffee");
  });

  test("plain text reads as it did", () => {
    expect(visibleText("5 < 6 and we're glad.")).toBe("5 < 6 and we're glad.");
  });
});

describe("excerpt", () => {
  test("BLOG-02: at most 100 characters and an ellipsis", () => {
    const text = excerpt("word ".repeat(60), 100);
    expect(text.length).toBeLessThanOrEqual(101);
    expect(text.endsWith("word…")).toBe(true);
  });

  test("TEST-02: a text of exactly 120 characters is shown whole", () => {
    expect(excerpt("a".repeat(120), 120)).toBe("a".repeat(120));
    expect(excerpt("a".repeat(121), 120)).toBe(`${"a".repeat(120)}…`);
  });
});

describe("read time", () => {
  test.each([
    [0, 0],
    [1, 1],
    [200, 1],
    [201, 2],
  ])("BLOG-04: %d words take %d minutes", (words, minutes) => {
    expect(readMinutes("word ".repeat(words))).toBe(minutes);
  });
});
