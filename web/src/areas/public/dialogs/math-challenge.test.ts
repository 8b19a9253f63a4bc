import { describe, expect, test } from "vitest";
import { adminChallenge, isRightAnswer, volunteerChallenge } from "./math-challenge.ts";

const repeat = <Value>(make: () => Value): Value[] => Array.from({ length: 600 }, make);
const operands = (question: string) => question.split(/ [+−×] /).map(Number) as [number, number];
const integersTo = (max: number) => new Set(Array.from({ length: max }, (_, index) => index + 1));

describe("math challenges", () => {
  test("VDASH-05: a volunteer adds two integers from 1 to 10", () => {
    const challenges = repeat(() => volunteerChallenge());
    for (const index of [0, 1] as const) {
      expect(new Set(challenges.map(({ question }) => operands(question)[index]))).toEqual(
        integersTo(10),
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
  ])(
    "ALOGIN-02: gives an administrator a %s problem with numbers from 1 to %d",
    (sign, max, solve) => {
      const challenges = repeat(() => adminChallenge()).filter(({ question }) =>
        question.includes(sign),
      );
      const allOperands = challenges.flatMap(({ question }) => operands(question));
      expect(new Set(allOperands)).toEqual(integersTo(max));
      for (const { question, answer } of challenges) {
        const [a, b] = operands(question);
        if (sign === "−") expect(a).toBeGreaterThanOrEqual(b);
        expect(answer).toBe(solve(a, b));
      }
    },
  );

  test.each([
    ["7", true],
    [" 7 ", true],
    ["07", true],
    ["8", false],
    ["", false],
    ["7.0", false],
    ["seven", false],
  ])("accepts the answer %j: %s", (input, isRight) => {
    expect(isRightAnswer({ question: "3 + 4", answer: 7 }, input)).toBe(isRight);
  });
});
