import { describe, expect, test } from "vitest";
import { MARKDOWN_PAYLOADS } from "../../../tests/payloads.ts";
import { findLinkProblem } from "./refused-links.ts";

describe("threat 26: the check of links and pictures in a post", () => {
  test.each(MARKDOWN_PAYLOADS)("rejects %j and quotes the URL", (payload) => {
    const message = findLinkProblem(`Before\n\n${payload}\n\nAfter`);
    expect(message).toMatch(/^A (link leads to|picture is loaded from) “[^”]+”/);
  });

  test.each([
    "[x](https://en.wikipedia.org/wiki/Box_(army)) and https://example.org/a_b",
    "[x](/donate), [y](#top), [z](mailto:hello@example.org), [w](tel:+18175550100)",
    "![Two boxes](/images/site/7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11/960x640)",
    "hello@example.org, www.example.org",
    // The page renders none of these as a link.
    "`[x](javascript:ran())`",
    "```\n[x](javascript:ran())\n```",
    "\\[x](javascript:ran())",
    '<a href="javascript:ran()">x</a> <img src=x onerror=ran()>',
    "[x]: javascript:ran()\n\n[x]",
    "javascript:ran() is no link, 5 < 6",
  ])("accepts %j", (content) => {
    expect(findLinkProblem(content)).toBeUndefined();
  });

  test("shortens long URLs in the message", () => {
    expect(findLinkProblem(`[x](javascript:${"a".repeat(5000)})`)!.length).toBeLessThan(250);
  });
});
