import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useCloseOnBack } from "./use-close-on-back.ts";

const getCurrentEntry = () => (history.state as { dialogEntry?: string } | null)?.dialogEntry;
const HANDOFF_MS = 100;

const renderDialogHook = (id: string, isLocked = false) => {
  const onBack = vi.fn<() => void>();
  const view = renderHook((props) => useCloseOnBack(props.isOpen, id, onBack, props), {
    initialProps: { isOpen: true, isLocked },
  });
  return {
    ...view,
    onBack,
    close: () => view.rerender({ isOpen: false, isLocked }),
    unlock: () => view.rerender({ isOpen: true, isLocked: false }),
  };
};

const goTo = (state: object | null) => {
  history.replaceState(state, "");
  dispatchEvent(new PopStateEvent("popstate"));
};

describe.each([
  ["a phone", true],
  ["a desktop", false],
])("a locked dialog on %s", (_, isPhone) => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("matchMedia", () => ({ matches: isPhone }));
    history.pushState(null, "");
  });
  afterEach(() => void vi.runAllTimers());

  test("DON-14, LEGAL-12: stays open however often Back is pressed, and adds its entry again", () => {
    const { onBack } = renderDialogHook("locked", true);
    for (let press = 0; press < 3; press += 1) {
      expect(getCurrentEntry()).toBe("locked");
      goTo(null);
    }
    expect(getCurrentEntry()).toBe("locked");
    expect(onBack).not.toHaveBeenCalled();
    goTo(null);
  });

  test("has an entry after it's unlocked only on a phone", () => {
    const backSpy = vi.spyOn(history, "back").mockImplementation(() => goTo(null));
    const { unlock, onBack } = renderDialogHook("unlocked", true);
    unlock();
    vi.advanceTimersByTime(HANDOFF_MS);
    expect(getCurrentEntry()).toBe(isPhone ? "unlocked" : undefined);
    expect(backSpy).toHaveBeenCalledTimes(isPhone ? 0 : 1);
    expect(onBack).not.toHaveBeenCalled();
    backSpy.mockRestore();
    history.replaceState(null, "");
  });
});

describe("an open dialog on a desktop", () => {
  test("has no history entry", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    renderDialogHook("open");
    expect(getCurrentEntry()).toBeUndefined();
  });
});

describe("an open dialog on a phone", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    // If an earlier test went back, the next push would discard the entries after the current one, and the length
    // wouldn't change.
    history.pushState(null, "");
  });
  // Test files share the module, which counts pending steps back, so let them finish before the next file.
  afterEach(() => void vi.runAllTimers());

  test("adds a history entry, and closes on Back", () => {
    const initialLength = history.length;
    const { onBack } = renderDialogHook("a");
    expect(history.length).toBe(initialLength + 1);
    expect(getCurrentEntry()).toBe("a");
    history.replaceState(null, "");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(onBack).toHaveBeenCalledOnce();
  });

  test("stays open on Forward to the entry of a step that was closed", () => {
    const { onBack } = renderDialogHook("dialog");
    const step = renderDialogHook("step");
    const stepState = history.state as object;
    const backSpy = vi
      .spyOn(history, "back")
      .mockImplementation(() => goTo({ dialogEntry: "dialog", dialogDepth: 1 }));
    step.close();
    vi.advanceTimersByTime(HANDOFF_MS);
    goTo(stepState);
    expect(onBack).not.toHaveBeenCalled();
    backSpy.mockRestore();
    goTo(null);
    expect(onBack).toHaveBeenCalledOnce();
  });

  test("removes its history entry when it closes in another way", () => {
    const backSpy = vi.spyOn(history, "back").mockImplementation(() => {
      history.replaceState(null, "");
      dispatchEvent(new PopStateEvent("popstate"));
    });
    const { close } = renderDialogHook("b");
    close();
    expect(backSpy).not.toHaveBeenCalled();
    vi.advanceTimersByTime(HANDOFF_MS);
    expect(backSpy).toHaveBeenCalledOnce();
    backSpy.mockRestore();
  });

  test("stays open when reopened while the history is still going back past its previous entry", () => {
    const initialLength = history.length;
    const backSpy = vi.spyOn(history, "back").mockImplementation(() => undefined);
    const { close, rerender, onBack } = renderDialogHook("again");
    close();
    vi.advanceTimersByTime(HANDOFF_MS);
    expect(backSpy).toHaveBeenCalledOnce();
    rerender({ isOpen: true, isLocked: false });
    history.replaceState(null, "");
    dispatchEvent(new PopStateEvent("popstate"));
    vi.advanceTimersByTime(1);
    expect(onBack).not.toHaveBeenCalled();
    expect(getCurrentEntry()).toBe("again");
    expect(history.length).toBe(initialLength + 2);
    backSpy.mockRestore();
    history.replaceState(null, "");
  });

  test("stays open when Back closes only the last of the two steps opened after it", () => {
    const hooks = ["dialog", "step 1", "step 2"].map((id) => renderDialogHook(id));
    goTo({ dialogEntry: "step 1", dialogDepth: 2 });
    expect(hooks.map(({ onBack }) => onBack.mock.calls.length)).toEqual([0, 0, 1]);
    hooks[2]?.close();
    history.replaceState(null, "");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(hooks.map(({ onBack }) => onBack.mock.calls.length)).toEqual([1, 1, 1]);
  });

  test("passes its history entry to the next dialog", () => {
    const backSpy = vi.spyOn(history, "back").mockImplementation(() => undefined);
    const firstDialog = renderDialogHook("c");
    const length = history.length;
    firstDialog.close();
    const secondDialog = renderDialogHook("d");
    vi.advanceTimersByTime(HANDOFF_MS);
    expect(history.length).toBe(length);
    expect(getCurrentEntry()).toBe("d");
    expect(backSpy).not.toHaveBeenCalled();
    expect(secondDialog.onBack).not.toHaveBeenCalled();
    backSpy.mockRestore();
    history.replaceState(null, "");
  });

  test("removes both entries when it closes together with its confirmation dialog", () => {
    const entries: unknown[] = [null];
    vi.spyOn(history, "pushState").mockImplementation((state) => {
      entries.push(state);
      history.replaceState(state, "");
    });
    const backSpy = vi.spyOn(history, "back").mockImplementation(() => {
      entries.pop();
      history.replaceState(entries.at(-1), "");
      dispatchEvent(new PopStateEvent("popstate"));
    });
    const dialog = renderDialogHook("e");
    const confirmation = renderDialogHook("f");
    expect(entries).toHaveLength(3);
    confirmation.close();
    dialog.close();
    vi.advanceTimersByTime(HANDOFF_MS);
    expect(backSpy).toHaveBeenCalledTimes(2);
    expect(getCurrentEntry()).toBeUndefined();
    expect(dialog.onBack).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});
