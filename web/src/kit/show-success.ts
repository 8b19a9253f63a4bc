import { showToast, type ToastText } from "../ui/toast.ts";

/** A success message, or a title with a description. */
export type SuccessText = string | Pick<ToastText, "title" | "description">;

export const showSuccess = (text: SuccessText) =>
  showToast({ ...(typeof text === "string" ? { title: text } : text), variant: "success" });
