import { isSentBySite } from "#rules/mail-placeholders.ts";

export const failureText = (fallback: string) => ({ title: "Error", fallback });
export const successText = (description: string) => ({ title: "Success", description });

export const TEMPLATE_DELETION_TEXT = {
  success: successText("Email template deleted successfully"),
  failure: failureText("Failed to delete email template"),
};

export const deletionQuestion = (name: string): string =>
  isSentBySite(name)
    ? `Your text will be permanently deleted. “${name}” emails will still go out, with the built-in text.`
    : "Your text will be permanently deleted. This site doesn't send this email automatically, so nothing else changes.";

/** Explains the effect of deactivating the template. */
export const deactivationNote = (name: string): string =>
  isSentBySite(name)
    ? `“${name}” emails will be held in the delivery log. No one will get them until you activate the template and send them from the log.`
    : "This site doesn't send this email automatically. You can't use the template until you activate it again.";
