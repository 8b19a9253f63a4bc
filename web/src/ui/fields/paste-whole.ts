import type { ClipboardEvent } from "react";

/**
 * Lets a paste exceed `maxLength`, because the browser would cut it off before the schema takes out the spaces around it
 * and the characters that nobody sees. If it's still too long, the schema says so, and nothing is lost.
 */
export const pasteWhole = ({
  currentTarget: field,
}: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
  const { maxLength } = field;
  if (maxLength < 0) return;
  field.removeAttribute("maxlength");
  setTimeout(() => (field.maxLength = maxLength));
};
