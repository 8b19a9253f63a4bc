import { vi } from "vitest";

let loggedErrors: unknown[][] = [];

export const recordErrors = (): void => {
  loggedErrors = [];
  vi.spyOn(console, "error").mockImplementation((...args: unknown[]) => {
    if (!isFromEndedTest(args)) loggedErrors.push(args);
  });
};

/** Declares that the test expects an error to be logged. Unexpected logged errors fail the test. */
export const expectLogged = (text: string): void => {
  if (!loggedErrors.some(([context]) => context === text)) {
    throw new Error(`Expected "${text}" to be logged, found ${JSON.stringify(loggedErrors)}`);
  }
  loggedErrors = [];
};

export const failOnUnexpectedErrors = (): void => {
  if (loggedErrors.length > 0) {
    throw new Error(
      `Unexpected console.error: ${loggedErrors.map((args) => args.join(" ")).join("\n")}`,
    );
  }
};

/** No test waits for the time limit of a request, unless it moves the clock, so the test that sent it has ended. */
const isFromEndedTest = (args: readonly unknown[]): boolean =>
  !vi.isFakeTimers() && args.some((arg) => String(arg).includes('"code":"timeout"'));
