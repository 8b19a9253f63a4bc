import { describe, expect, it } from "vitest";
import { createAcknowledgment } from "./donation-documents.ts";

const organization = { name: "Lamplight", taxId: "00-0142536" };
const check = { isDemo: false, method: "check" } as const;

/** A sentence that a paper has as soon as one of its donations is of this kind. */
const SENTENCES = [
  [{ isDemo: false, method: "ira" }, /^Gifts from an IRA came directly from its trustee\./],
  [{ isDemo: true, method: "online" }, /^Demo: no card was charged/],
] as const;

describe.each(SENTENCES)("a paper with %o", (special, sentence) => {
  const count = (gifts: Parameters<typeof createAcknowledgment>[0]["gifts"]) =>
    createAcknowledgment({ organization, gifts }).filter((line) => sentence.test(line)).length;

  it.each([
    ["alone", [special], 1],
    ["before others", [special, check], 1],
    ["after others", [check, check, special], 1],
    ["twice", [special, check, special], 1],
    ["missing", [check, check], 0],
  ] as const)("says so once: %s", (_, gifts, expected) => {
    expect(count(gifts)).toBe(expected);
  });
});
