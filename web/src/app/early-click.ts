/** The button clicked before hydration; it is clicked again afterward. */
let clickedButton: HTMLButtonElement | null = null;

const captureClick = (event: MouseEvent) => {
  const button = (event.target as Element).closest("button");
  if (!button) return;
  // Prevents the browser from submitting a form, and keeps React from seeing the click halfway through hydration.
  event.preventDefault();
  event.stopPropagation();
  clickedButton = button;
};

export const captureEarlyClicks = (): void => addEventListener("click", captureClick, true);

export const hasEarlyClick = (): boolean => clickedButton !== null;

export const replayEarlyClick = (): void => {
  removeEventListener("click", captureClick, true);
  if (clickedButton?.isConnected) clickedButton.click();
  clickedButton = null;
};
