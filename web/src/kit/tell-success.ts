import { showToast, type ToastText } from "../ui/toast.ts";

/** A success message, or a title with a description. */
export type SuccessText = string | Pick<ToastText, "title" | "description">;

export const tellSuccess = (told: SuccessText) =>
  showToast({ ...(typeof told === "string" ? { title: told } : told), variant: "success" });
