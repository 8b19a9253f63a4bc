let notice: HTMLElement | undefined;
let button: HTMLButtonElement | undefined;

/** True if moving the focus or reloading the page would interrupt someone. */
export const isTyping = (): boolean => document.activeElement?.matches(":read-write") ?? false;

/**
 * Says that code couldn't be loaded, and waits until the button is pressed. Uses only the DOM and code of the first
 * chunk, because everything else may be missing, too. All waiting loads share the message and its button.
 */
export const askToContinue = async (text: string, buttonLabel: string): Promise<void> => {
  const focusedElement = document.activeElement as HTMLElement | null;
  notice ??= document.createElement("div");
  button ??= document.createElement("button");
  notice.className =
    "bg-neutral text-neutral-content fixed inset-x-0 bottom-0 z-50 p-4 text-center whitespace-pre-line";
  notice.role = "alert";
  button.className = "btn btn-sm";
  button.textContent = buttonLabel;
  notice.replaceChildren(`${text}\n`, button);
  // Everything outside an open modal dialog is inert.
  ([...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body).append(notice);
  if (!isTyping()) button.focus();
  await new Promise((resolve) => button?.addEventListener("click", resolve, { once: true }));
  notice.remove();
  focusedElement?.focus();
};
