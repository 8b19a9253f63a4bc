import { act } from "@testing-library/react";
import { vi } from "vitest";

const TURNS = 2000;
const TURNS_TO_SETTLE = 20;

/** From here on time passes only when the test says so. */
export const stopClock = () =>
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
  });

const turn = () => act(() => vi.advanceTimersByTimeAsync(0));

/** That much time, and what it set off: code that is loaded, and the turns until it is seen. */
export const passTime = async (ms: number) => {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  await act(() => vi.dynamicImportSettled());
  for (let count = 0; count < TURNS_TO_SETTLE; count += 1) await turn();
};

/** What takes turns and no time arrives while the clock stands still: code, answers, what follows from them. */
export const arrival = async <Result>(look: () => Result): Promise<Result> => {
  for (let count = 0; count < TURNS; count += 1) {
    try {
      return look();
    } catch {
      await turn();
    }
  }
  return look();
};
