import { isSentBySite } from "#rules/mail-placeholders.ts";

export const failureText = (fallback: string) => ({ title: "Error", fallback });
export const successText = (description: string) => ({ title: "Success", description });

export const TEMPLATE_DELETION_TEXT = {
  success: successText("Email template deleted successfully"),
  failure: failureText("Failed to delete email template"),
};

export const deletionQuestion = (name: string): string =>
  isSentBySite(name)
    ? `Your text will be deleted for good. “${name}” emails will still go out, with the built-in text.`
    : "Your text will be deleted for good. This site doesn't send it automatically, so no one will miss an email.";

/** Returns a sentence that says what an inactive template means. */
export const pausedNote = (name: string): string =>
  isSentBySite(name)
    ? `“${name}” emails will be held back in the delivery log. No one gets one until you activate the template and send them again from there.`
    : "This site doesn't send it automatically. You can't use it until you activate it again.";
