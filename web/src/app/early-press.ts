/** A button of a prerendered page that is pressed before React has taken over is pressed once it has. */
let pressed: HTMLButtonElement | null = null;

const keep = (event: MouseEvent) => {
  const button = (event.target as Element).closest("button");
  if (!button) return;
  // Kept from the form it would send and from React, which may be half way.
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
