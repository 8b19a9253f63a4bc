import { isSentBySite } from "#rules/mail-placeholders.ts";

export const failed = (fallback: string) => ({ title: "Error", fallback });
export const succeeded = (description: string) => ({ title: "Success", description });

export const DELETION_WORDS = {
  done: succeeded("Email template deleted successfully"),
  failure: failed("Failed to delete email template"),
};

export const deletionQuestion = (name: string): string =>
  isSentBySite(name)
    ? `Your text is gone for good. “${name}” emails go out all the same, with the built-in text again.`
    : "Your text is gone for good. Nothing on this site sends it by itself, so nobody misses an email.";

/** What is so as long as the template is not active. */
export const pausedNote = (name: string): string =>
  isSentBySite(name)
    ? `“${name}” emails are held back: they wait in the delivery log with the reason, and nobody gets one until you activate the template and send them again there.`
    : "Nothing on this site sends it by itself. It cannot be used until you activate it again.";
