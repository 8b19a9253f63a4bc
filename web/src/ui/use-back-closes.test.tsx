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

describe("on phones, an open dialog", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    history.replaceState(null, "");
  });
  // The module counts the entries that are still being left, also for the files that run after this one.
  afterEach(() => void vi.runAllTimers());

  test("has a history entry of its own, and Back closes it", () => {
    const before = history.length;
    const { onBack } = mount("a");
    expect(history.length).toBe(before + 1);
    expect(entry()).toBe("a");
    history.replaceState(null, "");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(onBack).toHaveBeenCalledOnce();
  });

  test("locked, it stays at Back and has its entry again", () => {
    const { onBack } = mount("locked", true);
    history.replaceState(null, "");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(onBack).not.toHaveBeenCalled();
    expect(entry()).toBe("locked");
    history.replaceState(null, "");
  });

  test("closed otherwise, it leaves its entry", () => {
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

  test("hands its entry to the dialog that follows it", () => {
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

  test("closed together with the question it asked, it leaves both entries", () => {
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
