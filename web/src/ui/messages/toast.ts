/** Only one toast is shown at a time. A new one replaces it (NOTE-01). */
export interface Toast {
  readonly id: number;
  readonly open: boolean;
  readonly title: string;
  readonly description?: string;
  /** A link to the thing that the toast is about. */
  readonly link?: { readonly label: string; readonly href: string };
  /** Toasts are destructive unless they are marked as success (NOTE-07). */
  readonly variant: "destructive" | "success";
}

export type ToastText = Pick<Toast, "title" | "description" | "link">;

let currentToast: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

const publish = (newToast: Toast | null) => {
  currentToast = newToast;
  for (const listener of listeners) listener();
};

export const showToast = (text: ToastText, variant: Toast["variant"] = "destructive"): void => {
  lastId += 1;
  publish({ ...text, id: lastId, open: true, variant });
};

export const dismissToast = (id: number): void => {
  if (currentToast?.id === id) publish({ ...currentToast, open: false });
};

/** Dismisses an error toast when the user sends something new, or when an action succeeds. */
export const dismissFailure = (): void => {
  if (currentToast?.open && currentToast.variant === "destructive") dismissToast(currentToast.id);
};

export const toasts = {
  current: (): Toast | null => currentToast,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
