import X from "lucide-react/icons/x";
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from "react";
import { IconButton } from "../button.tsx";
import { cx } from "../class-names.ts";
import { firstField } from "../fields/first-field.ts";
import { keepFocus } from "../keep-focus.ts";
import { openDialogs } from "./open-dialogs.ts";
import { useCloseOnBack } from "./use-close-on-back.ts";

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called instead of `onClose` when the user goes back in the history, because that can't be prevented. */
  readonly onBack?: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** True if the URL says that the dialog is open, so that Back closes it without an additional history entry. */
  readonly isInUrl?: boolean;
  /** Ignores Escape, the close button and clicks outside, for example while a payment is running. */
  readonly locked?: boolean;
  readonly size?: "sm" | "md" | "lg";
  /** `side` is a panel for navigation at the side, `bottom` a panel for actions at the bottom. */
  readonly placement?: "center" | "side" | "bottom";
  readonly children: ReactNode;
}

const SIZE_CLASSES = { sm: "max-w-md", md: "max-w-lg", lg: "max-w-3xl" } as const;

/**
 * Listens for every way in which a user can close the dialog, and calls `close`. Returns a function that stops
 * listening.
 */
const listenForClosing = (element: HTMLDialogElement, close: () => void) => {
  // React controls whether the dialog is open, so Escape only asks React to close it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.isComposing || event.defaultPrevented) return;
    if (openDialogs.top() !== element) return;
    event.preventDefault();
    close();
  };
  const onCancel = (event: Event) => {
    event.preventDefault();
    if (event.target === element) close();
  };
  // If a `cancel` event was prevented and the user hasn't clicked since, browsers close the dialog anyway.
  const onNativeClose = (event: Event) => {
    if (event.target !== element || element.open) return;
    element.showModal();
    close();
  };
  const onMouseDown = (event: MouseEvent) => {
    if (event.target === element) close();
  };
  // Listens on the document, because once the clicked button is disabled, key events go to the body.
  document.addEventListener("keydown", onKeyDown);
  element.addEventListener("cancel", onCancel);
  element.addEventListener("close", onNativeClose);
  element.addEventListener("mousedown", onMouseDown);
  return () => {
    document.removeEventListener("keydown", onKeyDown);
    element.removeEventListener("cancel", onCancel);
    element.removeEventListener("close", onNativeClose);
    element.removeEventListener("mousedown", onMouseDown);
  };
};

/**
 * Shows the dialog as a modal, moves the focus into it, and moves the focus back when it closes. Returns the refs of
 * the dialog's parts.
 */
const useModal = (open: boolean, close: () => void) => {
  const ref = useRef<HTMLDialogElement>(null);
  const bodyRef = useRef<HTMLDivElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const closeFromBrowser = useEffectEvent(close);
  useEffect(() => {
    const element = ref.current;
    if (!open || !element) return undefined;
    const opener = document.activeElement;
    element.showModal();
    openDialogs.add(element);
    // showModal() would focus the close button. Start at the first field of a form or at the heading of a document
    // instead.
    const findInitialFocus = () =>
      (bodyRef.current && firstField(bodyRef.current)) ?? headingRef.current ?? element;
    findInitialFocus().focus();
    const stopKeepingFocus = keepFocus(element, findInitialFocus);
    const stopListening = listenForClosing(element, () => closeFromBrowser());
    return () => {
      stopKeepingFocus();
      stopListening();
      openDialogs.remove(element);
      if (element.open) element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [open]);
  return { ref, bodyRef, headingRef };
};

/**
 * A native modal dialog. The browser keeps the focus in it, makes the rest of the page inert, and returns the focus
 * afterward.
 */
export const Dialog = ({
  open,
  onClose,
  onBack = onClose,
  title,
  description,
  isInUrl = false,
  locked = false,
  size = "md",
  placement = "center",
  children,
}: DialogProps) => {
  const id = useId();
  const close = () => {
    if (!locked) onClose();
  };
  // While the dialog is locked, it has an additional history entry, so that Back doesn't change the URL.
  useCloseOnBack(open && (!isInUrl || locked), id, onBack, { isLocked: locked });
  const { ref, bodyRef, headingRef } = useModal(open, close);

  if (!open) return null;
  return (
    <dialog
      ref={ref}
      closedby={locked ? "none" : "closerequest"}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className={cx(
        // Keep the text styles of a surrounding table cell or heading out of the dialog.
        "text-left font-normal whitespace-normal",
        // With `hidden`, a field that gets the focus could still scroll the dialog, and nobody could scroll it back.
        "bg-base-100 text-base-content shadow-lift fixed z-50 w-full overflow-clip p-0",
        placement !== "side" && "dialog-box",
        placement === "center" && `sm:my-auto sm:rounded-3xl ${SIZE_CLASSES[size]}`,
        placement === "bottom" && "max-w-full",
        placement === "side" &&
          "mt-0 mr-0 mb-0 ml-auto h-dvh max-h-dvh max-w-[19rem] rounded-l-3xl open:flex",
      )}
    >
      <div className="flex min-h-0 w-full flex-col">
        <div className="flex items-start gap-3 px-5 pt-5 pb-3 sm:px-7 sm:pt-6">
          <div className="min-w-0 flex-1">
            <h2
              id={`${id}-title`}
              ref={headingRef}
              tabIndex={-1}
              className="font-display text-title leading-tight font-semibold outline-none"
            >
              {title}
            </h2>
            {description && (
              <p id={`${id}-description`} className="quiet mt-1 text-sm">
                {description}
              </p>
            )}
          </div>
          <IconButton label="Close" onClick={close} disabled={locked} className="-mt-1.5 -mr-2">
            <X aria-hidden="true" size={20} />
          </IconButton>
        </div>
        <div
          ref={bodyRef}
          // Hidden labels are placed in it, and not in the dialog, which they would make higher.
          className="relative min-h-0 flex-1 overflow-y-auto px-5 pb-6 sm:px-7 sm:pb-7"
        >
          {children}
        </div>
      </div>
    </dialog>
  );
};
