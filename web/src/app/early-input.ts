/**
 * A prerendered page can be touched before its scripts are there. What a visitor presses or types meanwhile is kept
 * and done as soon as somebody listens, so that no tap and no letter is lost.
 */
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

let pressed: HTMLElement | null = null;
const changed = new Set<Control>();

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

const onClick = (event: MouseEvent) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (!button) return;
  // Kept from the form it would send and from React, which may be half way: it is pressed once, later.
  event.preventDefault();
  event.stopPropagation();
  pressed = button;
};

const onInput = ({ target }: Event) => {
  if (isControl(target)) changed.add(target);
};

export const keepEarlyInput = (): void => {
  addEventListener("click", onClick, true);
  addEventListener("input", onInput, true);
};

const isToggle = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type);

/** React ignores a change to what it believes is there already: it is told of the opposite first. */
const repeat = (control: Control, typed: string): void => {
  if (isToggle(control)) {
    control.checked = !control.checked;
    control.click();
    return;
  }
  const prototype = Object.getPrototypeOf(control) as object;
  control.value = "";
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(control, typed);
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new Event("change", { bubbles: true }));
};

/** Handlers see the state of the last render, and React takes over a section for an event only between its own work. */
const rendered = () => new Promise((resolve) => setTimeout(resolve));

export const repeatEarlyInput = async (): Promise<void> => {
  removeEventListener("click", onClick, true);
  removeEventListener("input", onInput, true);
  const button = pressed;
  // Read before the first is done: rendering puts the others back to what they were.
  const inputs = Array.from(changed, (control) => ({ control, typed: control.value })).filter(
    ({ control }) => !isToggle(control) || control.type === "checkbox" || control.checked,
  );
  pressed = null;
  changed.clear();
  for (const { control, typed } of inputs) {
    await rendered();
    if (control.isConnected) repeat(control, typed);
  }
  await rendered();
  if (button?.isConnected) button.click();
};
