import { act } from "@testing-library/react";
import { vi } from "vitest";

const MAX_TURNS = 2000;
const SETTLING_TURN_COUNT = 20;

/** Uses fake timers, so that time passes only when the test advances it. */
export const stopClock = () =>
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
  });

const advanceTurn = () => act(() => vi.advanceTimersByTimeAsync(0));

/** Advances the fake timers and waits for the dynamic imports and renders that follow. */
export const advanceTime = async (ms: number) => {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  await act(() => vi.dynamicImportSettled());
  for (let count = 0; count < SETTLING_TURN_COUNT; count += 1) await advanceTurn();
};

/**
 * Waits with stopped timers until the assertion no longer throws, for work that takes event loop turns but
 * no time.
 */
export const waitForAssertion = async <Result>(assertion: () => Result): Promise<Result> => {
  for (let count = 0; count < MAX_TURNS; count += 1) {
    try {
      return assertion();
    } catch {
      await advanceTurn();
    }
  }
  return assertion();
};
