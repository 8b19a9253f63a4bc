const FIELDS = "input, select, textarea, [contenteditable='true']";
/** Skips hidden fields and fields that can't be focused with Tab. */
const SKIPPED = "[type='hidden'], [tabindex='-1'], :disabled";

export const firstField = (within: ParentNode): HTMLElement | undefined =>
  [...within.querySelectorAll<HTMLElement>(FIELDS)].find(
    (field) => !field.matches(SKIPPED) && field.closest("[hidden], [inert]") === null,
  );
