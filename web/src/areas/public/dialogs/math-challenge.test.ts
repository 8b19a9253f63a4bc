import { describe, expect, test } from "vitest";
import { createAdminChallenge, isRightAnswer, createVolunteerChallenge } from "./math-challenge.ts";

const makeMany = <Value>(make: () => Value): Value[] => Array.from({ length: 600 }, make);
const parseOperands = (question: string) =>
  question.split(/ [+−×] /).map(Number) as [number, number];
const createIntegers = (max: number) =>
  new Set(Array.from({ length: max }, (_, index) => index + 1));

describe("a math challenge", () => {
  test("VDASH-05: asks a volunteer to add two integers from 1 to 10", () => {
    const challenges = makeMany(() => createVolunteerChallenge());
    for (const index of [0, 1] as const) {
      expect(new Set(challenges.map(({ question }) => parseOperands(question)[index]))).toEqual(
        createIntegers(10),
      );
    }
    for (const { question, answer } of challenges) {
      const [a, b] = parseOperands(question);
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
      const challenges = makeMany(() => createAdminChallenge()).filter(({ question }) =>
        question.includes(sign),
      );
      const allOperands = challenges.flatMap(({ question }) => parseOperands(question));
      expect(new Set(allOperands)).toEqual(createIntegers(max));
      for (const { question, answer } of challenges) {
        const [a, b] = parseOperands(question);
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
  ])("treats the answer %j to 3 + 4 as right: %s", (input, isRight) => {
    expect(isRightAnswer({ question: "3 + 4", answer: 7 }, input)).toBe(isRight);
  });
});
