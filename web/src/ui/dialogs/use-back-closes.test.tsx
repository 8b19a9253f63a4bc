import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useBackCloses } from "./use-back-closes.ts";

const entry = () => (history.state as { dialogEntry?: string } | null)?.dialogEntry;
const HANDOVER_MS = 100;

const mount = (id: string, isLocked = false) => {
  const onBack = vi.fn<() => void>();
  const view = renderHook(({ isOpen }) => useBackCloses(isOpen, id, onBack, { isLocked }), {
    initialProps: { isOpen: true },
  });
  return { ...view, onBack, close: () => view.rerender({ isOpen: false }) };
};

describe("an open dialog on a phone", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    history.replaceState(null, "");
  });
  // The module's counter outlives this file, so let pending entries finish.
  afterEach(() => void vi.runAllTimers());

  test("adds a history entry, and Back closes it", () => {
    const before = history.length;
    const { onBack } = mount("a");
    expect(history.length).toBe(before + 1);
    expect(entry()).toBe("a");
    history.replaceState(null, "");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(onBack).toHaveBeenCalledOnce();
  });

  test("stays open on Back while locked and adds its entry again", () => {
    const { onBack } = mount("locked", true);
    history.replaceState(null, "");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(onBack).not.toHaveBeenCalled();
    expect(entry()).toBe("locked");
    history.replaceState(null, "");
  });

  test("removes its history entry when it closes in another way", () => {
    const back = vi.spyOn(history, "back").mockImplementation(() => {
      history.replaceState(null, "");
      dispatchEvent(new PopStateEvent("popstate"));
    });
    const { close } = mount("b");
    close();
    expect(back).not.toHaveBeenCalled();
    vi.advanceTimersByTime(HANDOVER_MS);
    expect(back).toHaveBeenCalledOnce();
    back.mockRestore();
  });

  test("passes its history entry to the next dialog", () => {
    const back = vi.spyOn(history, "back").mockImplementation(() => undefined);
    const first = mount("c");
    const length = history.length;
    first.close();
    const second = mount("d");
    vi.advanceTimersByTime(HANDOVER_MS);
    expect(history.length).toBe(length);
    expect(entry()).toBe("d");
    expect(back).not.toHaveBeenCalled();
    expect(second.onBack).not.toHaveBeenCalled();
    back.mockRestore();
    history.replaceState(null, "");
  });

  test("removes both entries when it closes together with its confirmation dialog", () => {
    const entries: unknown[] = [null];
    vi.spyOn(history, "pushState").mockImplementation((state) => {
      entries.push(state);
      history.replaceState(state, "");
    });
    const back = vi.spyOn(history, "back").mockImplementation(() => {
      entries.pop();
      history.replaceState(entries.at(-1), "");
      dispatchEvent(new PopStateEvent("popstate"));
    });
    const dialog = mount("e");
    const question = mount("f");
    expect(entries).toHaveLength(3);
    question.close();
    dialog.close();
    vi.advanceTimersByTime(HANDOVER_MS);
    expect(back).toHaveBeenCalledTimes(2);
    expect(entry()).toBeUndefined();
    expect(dialog.onBack).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});
