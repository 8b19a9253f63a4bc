import { showToast, type ToastText } from "../ui/toast.ts";

/** What is told when something has worked: a sentence, or a title with one below. */
export type SuccessText = string | Pick<ToastText, "title" | "description">;

export const tellSuccess = (told: SuccessText) =>
  showToast({ ...(typeof told === "string" ? { title: told } : told), variant: "success" });
