import { vi } from "vitest";

/** Makes media queries match the width of a phone until the test ends. */
export const simulatePhone = (): void => {
  vi.stubGlobal("matchMedia", (media: string) => ({
    media,
    matches: media === "(width < 40rem)",
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
};
