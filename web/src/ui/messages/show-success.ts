import { showToast, type ToastText } from "./toast.ts";

/** Either a title or a title with a description. */
export type SuccessText = string | ToastText;

/** Shows a toast that says an action succeeded. */
export const showSuccess = (text: SuccessText): void =>
  showToast(typeof text === "string" ? { title: text } : text, "success");
