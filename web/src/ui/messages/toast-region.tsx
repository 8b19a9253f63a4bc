import * as RadixToast from "@radix-ui/react-toast";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import X from "lucide-react/icons/x";
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { cx } from "../class-names.ts";
import { openDialogs } from "../dialogs/open-dialogs.ts";
import { placeToast } from "./place-toast.ts";
import { dismissToast, toasts, type Toast } from "./toast.ts";
import { isProgrammaticBack } from "../dialogs/use-close-on-back.ts";

const DURATION_MS = 5000;
const SWIPE_THRESHOLD_PX = 50;

const ToastCard = ({ toast }: { readonly toast: Toast }) => {
  const isSuccess = toast.variant === "success";
  const Icon = isSuccess ? CircleCheck : CircleAlert;
  return (
    <RadixToast.Root
      key={toast.id}
      open={toast.open}
      onOpenChange={(open) => {
        if (!open) dismissToast(toast.id);
      }}
      duration={DURATION_MS}
      className={cx(
        "shadow-lift flex items-start gap-3 rounded-2xl border p-4 pr-2",
        "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)",
        isSuccess
          ? "bg-success text-success-content border-success"
          : "bg-error text-error-content border-error",
      )}
    >
      <Icon aria-hidden="true" size={20} className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">
        <RadixToast.Title className="font-semibold">{toast.title}</RadixToast.Title>
        {toast.description && (
          <RadixToast.Description className="mt-0.5 text-sm whitespace-pre-line">
            {toast.description}
          </RadixToast.Description>
        )}
        {toast.link && (
          <RadixToast.Action asChild altText={toast.link.label}>
            <a href={toast.link.href} className="mt-1 inline-block font-semibold underline">
              {toast.link.label}
            </a>
          </RadixToast.Action>
        )}
      </div>
      <RadixToast.Close
        aria-label="Dismiss notification"
        className="btn btn-ghost btn-sm btn-square text-inherit"
      >
        <X aria-hidden="true" size={18} />
      </RadixToast.Close>
    </RadixToast.Root>
  );
};

const dismissOpenToast = (): void => {
  const toast = toasts.current();
  if (toast?.open) dismissToast(toast.id);
};

/**
 * Dismisses the toast when the user navigates. When the app itself redirects, the toast stays, because that doesn't
 * happen during a click or key press.
 */
const useDismissOnNavigation = () =>
  useEffect(() => {
    const onPress = () => {
      const toast = toasts.current();
      const { pathname } = location;
      if (!toast?.open) return;
      setTimeout(() => {
        if (location.pathname !== pathname) dismissToast(toast.id);
      });
    };
    const onPopState = () => {
      if (!isProgrammaticBack()) dismissOpenToast();
    };
    document.addEventListener("click", onPress, { capture: true });
    document.addEventListener("keydown", onPress, { capture: true });
    addEventListener("popstate", onPopState);
    return () => {
      document.removeEventListener("click", onPress, { capture: true });
      document.removeEventListener("keydown", onPress, { capture: true });
      removeEventListener("popstate", onPopState);
    };
  }, []);

/**
 * Renders the region inside the innermost open dialog, because everything outside a modal dialog is inert. Moves the
 * same element instead of mounting a new one, so that a toast's timer doesn't start again.
 */
export const ToastRegion = () => {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current);
  const dialog = useSyncExternalStore(openDialogs.subscribe, openDialogs.top);
  const [container] = useState(() => document.createElement("div"));
  useDismissOnNavigation();
  useLayoutEffect(() => (dialog ?? document.body).append(container), [dialog, container]);
  useLayoutEffect(() => () => container.remove(), [container]);
  return createPortal(
    <RadixToast.Provider
      duration={DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
      announcerContainer={container}
    >
      {toast && <ToastCard key={toast.id} toast={toast} />}
      <RadixToast.Viewport
        ref={placeToast}
        hotkey={["F8"]}
        className="fixed z-[100] m-0 flex w-max list-none flex-col outline-none print:hidden"
      />
    </RadixToast.Provider>,
    container,
  );
};
