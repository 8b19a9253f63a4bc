import { vi } from "vitest";

let logged: unknown[][] = [];

export const recordErrors = (): void => {
  logged = [];
  vi.spyOn(console, "error").mockImplementation((...parts: unknown[]) => void logged.push(parts));
};

/** Expects a logged error, which would otherwise fail the test. */
export const expectLogged = (text: string): void => {
  if (!logged.some(([first]) => first === text)) {
    throw new Error(`Expected "${text}" to be logged, found ${JSON.stringify(logged)}`);
  }
  logged = [];
};

export const failOnUnexpectedErrors = (): void => {
  if (logged.length > 0) {
    throw new Error(
      `Unexpected console.error: ${logged.map((parts) => parts.join(" ")).join("\n")}`,
    );
  }
};
