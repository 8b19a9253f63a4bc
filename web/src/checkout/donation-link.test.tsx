import { beforeEach, expect, test } from "vitest";
import { readSource, rememberSource } from "./donation-link.ts";

beforeEach(() => rememberSource(new URLSearchParams("source=first-letter")));

test.each([
  ["source=second-letter", "second-letter"],
  ["source=Not+a+source!", "first-letter"],
  ["", "first-letter"],
])("after a link with a source, one with %j in the same tab leads to %s", (search, source) => {
  rememberSource(new URLSearchParams(search));
  expect(readSource()).toBe(source);
});
