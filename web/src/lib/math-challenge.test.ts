import { describe, expect, test } from "vitest";
import { adminChallenge, isRightAnswer, volunteerChallenge } from "./math-challenge.ts";

const many = <Value>(make: () => Value): Value[] => Array.from({ length: 600 }, make);
const operands = (question: string) => question.split(/ [+−×] /).map(Number) as [number, number];

describe("math challenges", () => {
  test("VDASH-05: a volunteer adds two integers from 1 to 10", () => {
    for (const { question, answer } of many(() => volunteerChallenge())) {
      const [a, b] = operands(question);
      expect(Math.min(a, b)).toBeGreaterThanOrEqual(1);
      expect(Math.max(a, b)).toBeLessThanOrEqual(10);
      expect(answer).toBe(a + b);
    }
  });

  test("ALOGIN-02: an administrator adds to 20, subtracts or multiplies to 10", () => {
    const signs = new Set<string>();
    for (const { question, answer } of many(() => adminChallenge())) {
      const sign = /[+−×]/.exec(question)?.[0] ?? "";
      signs.add(sign);
      const [a, b] = operands(question);
      expect(Math.min(a, b)).toBeGreaterThanOrEqual(1);
      expect(Math.max(a, b)).toBeLessThanOrEqual(sign === "×" ? 10 : 20);
      if (sign === "−") expect(a).toBeGreaterThanOrEqual(b);
      expect(answer).toBe({ "+": a + b, "−": a - b, "×": a * b }[sign]);
    }
    expect(signs).toEqual(new Set(["+", "−", "×"]));
  });

  test.each([
    ["7", true],
    [" 7 ", true],
    ["07", true],
    ["8", false],
    ["", false],
    ["7.0", false],
    ["seven", false],
  ])("the answer %j: %s", (typed, isRight) => {
    expect(isRightAnswer({ question: "3 + 4", answer: 7 }, typed)).toBe(isRight);
  });
});
