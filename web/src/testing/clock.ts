import { act } from "@testing-library/react";
import { vi } from "vitest";

const MAX_TURNS = 2000;
const SETTLING_TURN_COUNT = 20;

/** Uses fake timers, so that time passes only when the test says so. */
export const stopClock = () =>
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
  });

const advanceTurn = () => act(() => vi.advanceTimersByTimeAsync(0));

/** Advances the fake timers, and waits for the dynamic imports and renders that this causes. */
export const advanceTime = async (ms: number) => {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  await act(() => vi.dynamicImportSettled());
  for (let count = 0; count < SETTLING_TURN_COUNT; count += 1) await advanceTurn();
};

/**
 * Waits until the assertion stops throwing, without advancing time. For work that takes turns of the event loop but no
 * time.
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
