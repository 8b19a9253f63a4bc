import { vi } from "vitest";

let logged: unknown[][] = [];

export const recordErrors = (): void => {
  logged = [];
  vi.spyOn(console, "error").mockImplementation((...parts: unknown[]) => void logged.push(parts));
};

/** The failure was logged, as it should be; the test does not fail for it. */
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
