import { showToast, type ToastText } from "./toast.ts";

/** A title, or a title with a description. */
export type SuccessText = string | ToastText;

/** Shows as a toast that an action succeeded. */
export const showSuccess = (text: SuccessText): void =>
  showToast(typeof text === "string" ? { title: text } : text, "success");
