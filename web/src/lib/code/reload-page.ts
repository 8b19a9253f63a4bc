/**
 * What a reload must not lose. It is in the history entry, because that survives a reload even if the browser blocks
 * storage.
 */
interface Reload {
  /** The label of the button that asked for the missing code, if there was one. */
  readonly label?: string | undefined;
  readonly fields?: readonly (readonly [name: string, value: FormDataEntryValue])[];
}

/** Forms in dialogs keep drafts. Passwords, files and cards are never stored. */
const FORM_SELECTOR =
  "form:not(dialog form, :has([type=password], [type=file], [autocomplete^=cc-]))";

const readReload = (): Reload | undefined =>
  (history.state as { readonly reload?: Reload } | null)?.reload;

const saveReload = (reload: Reload): void =>
  history.replaceState({ ...(history.state as object | null), reload }, "");

const getLabel = (button: HTMLButtonElement) => button.ariaLabel ?? button.textContent;

export const hasReloaded = (): boolean => readReload() !== undefined;

/** A dialog that has just closed goes back in the history (use-close-on-back.ts), away from an entry saved earlier. */
const DIALOG_BACK_MS = 200;

/** Reloads the page, which then presses `button` again. The promise stays pending, because the page goes away. */
export const reloadPage = async (button: HTMLButtonElement | null | undefined): Promise<never> => {
  await new Promise((resolve) => setTimeout(resolve, DIALOG_BACK_MS));
  const forms = document.querySelectorAll<HTMLFormElement>(FORM_SELECTOR);
  saveReload({
    label: button ? getLabel(button) : undefined,
    fields: [...forms].flatMap((form) => [...new FormData(form)]),
  });
  location.reload();
  return new Promise(() => undefined);
};

/** Fills in what the fields contained before the reload. The app reads it when it hydrates (use-preserved-form.ts). */
export const restoreFields = (): void => {
  for (const [name, value] of readReload()?.fields ?? []) {
    for (const field of document.getElementsByName(name) as NodeListOf<HTMLInputElement>) {
      if (/radio|checkbox/.test(field.type)) field.checked = field.value === value;
      else field.value = value as string;
    }
  }
};

/**
 * Finds the button whose press led to the reload. Finds it only once, and only if no other button has the same label.
 */
export const takeReloadedButton = (): HTMLButtonElement | undefined => {
  const { label, fields } = readReload() ?? {};
  if (!fields) return undefined;
  saveReload({});
  const buttons = [...document.querySelectorAll("button")];
  const [button, ...others] = buttons.filter((candidate) => getLabel(candidate) === label);
  return others.length > 0 ? undefined : button;
};
