import { describe, expect, test } from "vitest";
import { adminChallenge, isRightAnswer, volunteerChallenge } from "./math-challenge.ts";

const many = <Value>(make: () => Value): Value[] => Array.from({ length: 600 }, make);
const operands = (question: string) => question.split(/ [+−×] /).map(Number) as [number, number];
const oneTo = (most: number) => new Set(Array.from({ length: most }, (_, index) => index + 1));

describe("math challenges", () => {
  test("VDASH-05: a volunteer adds two integers from 1 to 10", () => {
    const challenges = many(() => volunteerChallenge());
    for (const side of [0, 1] as const) {
      expect(new Set(challenges.map(({ question }) => operands(question)[side]))).toEqual(
        oneTo(10),
      );
    }
    for (const { question, answer } of challenges) {
      const [a, b] = operands(question);
      expect(question).toBe(`${a} + ${b}`);
      expect(answer).toBe(a + b);
    }
  });

  test.each([
    ["+", 20, (a: number, b: number) => a + b],
    ["−", 20, (a: number, b: number) => Math.max(a, b) - Math.min(a, b)],
    ["×", 10, (a: number, b: number) => a * b],
  ])("ALOGIN-02: asks an administrator %s with numbers from 1 to %d", (sign, most, solve) => {
    const challenges = many(() => adminChallenge()).filter(({ question }) =>
      question.includes(sign),
    );
    const drawn = challenges.flatMap(({ question }) => operands(question));
    expect(new Set(drawn)).toEqual(oneTo(most));
    for (const { question, answer } of challenges) {
      const [a, b] = operands(question);
      if (sign === "−") expect(a).toBeGreaterThanOrEqual(b);
      expect(answer).toBe(solve(a, b));
    }
  });

  test.each([
    ["7", true],
    [" 7 ", true],
    ["07", true],
    ["8", false],
    ["", false],
    ["7.0", false],
    ["seven", false],
  ])("accepts %j: %s", (typed, isRight) => {
    expect(isRightAnswer({ question: "3 + 4", answer: 7 }, typed)).toBe(isRight);
  });
});
