/** Replays a click made before hydration. */
let pressed: HTMLButtonElement | null = null;

const keep = (event: MouseEvent) => {
  const button = (event.target as Element).closest("button");
  if (!button) return;
  // Prevents a native form submit, and keeps React from seeing the click halfway through hydration.
  event.preventDefault();
  event.stopPropagation();
  pressed = button;
};

export const keepEarlyPress = (): void => addEventListener("click", keep, true);

export const wasPressed = (): boolean => pressed !== null;

export const pressAgain = (): void => {
  removeEventListener("click", keep, true);
  if (pressed?.isConnected) pressed.click();
  pressed = null;
};
