import { takeReloadedButton } from "./reload-page.ts";

/** A button that was pressed earlier than this isn't the one that asked for code. */
const MAX_PRESS_AGE_MS = 1000;

let pressedButton: HTMLButtonElement | null = null;
let pressedAt = 0;
/** Until the page has hydrated, its buttons do nothing, so a press is kept and repeated. */
let isHydrated = false;

const onClick = (event: MouseEvent) => {
  const button = (event.target as Element).closest("button");
  // The button of a load failure works even if the app never starts.
  if (!button || button.closest("[role=alert]")) return;
  pressedButton = button;
  pressedAt = event.timeStamp;
  if (isHydrated) return;
  // Prevents the browser from submitting a form, and keeps React from seeing the click halfway through hydration.
  event.preventDefault();
  event.stopPropagation();
};

export const watchPresses = (): void => addEventListener("click", onClick, true);

/** Returns the button that was pressed last before hydration. */
export const getEarlyButton = (): HTMLButtonElement | null => pressedButton;

/** Returns the button that was pressed a moment ago, if any. */
export const getJustPressedButton = (): HTMLButtonElement | null =>
  performance.now() - pressedAt < MAX_PRESS_AGE_MS ? pressedButton : null;

/**
 * Presses the button that was pressed before hydration. If there is none, presses the one whose press led to a reload.
 */
export const replayPress = (): void => {
  if (isHydrated) return;
  isHydrated = true;
  const reloadedButton = takeReloadedButton();
  (pressedButton?.isConnected ? pressedButton : reloadedButton)?.click();
};
