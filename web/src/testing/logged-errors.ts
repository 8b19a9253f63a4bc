import { vi } from "vitest";

let loggedErrors: unknown[][] = [];

export const recordErrors = (): void => {
  loggedErrors = [];
  vi.spyOn(console, "error").mockImplementation(
    (...parts: unknown[]) => void loggedErrors.push(parts),
  );
};

/** Expects a logged error, which would otherwise fail the test. */
export const expectLogged = (text: string): void => {
  if (!loggedErrors.some(([first]) => first === text)) {
    throw new Error(`Expected "${text}" to be logged, found ${JSON.stringify(loggedErrors)}`);
  }
  loggedErrors = [];
};

export const failOnUnexpectedErrors = (): void => {
  if (loggedErrors.length > 0) {
    throw new Error(
      `Unexpected console.error: ${loggedErrors.map((parts) => parts.join(" ")).join("\n")}`,
    );
  }
};
