/**
 * Marks that the page was reloaded because its code couldn't be loaded, and for which button; the text is empty if no
 * button had asked for the code. The mark is in the history entry, because that survives a reload even if the browser
 * blocks storage.
 */
const readMark = (): string | undefined =>
  (history.state as { readonly reloadedFor?: string } | null)?.reloadedFor;

const saveMark = (reloadedFor: string): void =>
  history.replaceState({ ...(history.state as object | null), reloadedFor }, "");

const getLabel = (button: HTMLButtonElement) => button.ariaLabel ?? button.textContent;

export const hasReloaded = (): boolean => readMark() !== undefined;

/** Reloads the page, which then presses `button` again. The promise stays pending, because the page goes away. */
export const reloadPage = (button: HTMLButtonElement | null | undefined): Promise<never> => {
  saveMark(button ? getLabel(button) : "");
  location.reload();
  return new Promise(() => undefined);
};

/**
 * Finds the button whose press led to the reload. Finds it only once, and only if no other button has the same label.
 */
export const takeReloadedButton = (): HTMLButtonElement | undefined => {
  const label = readMark();
  if (!label) return undefined;
  saveMark("");
  const buttons = [...document.querySelectorAll("button")];
  const [button, ...others] = buttons.filter((candidate) => getLabel(candidate) === label);
  return others.length > 0 ? undefined : button;
};
