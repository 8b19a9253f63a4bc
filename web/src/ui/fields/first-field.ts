const FIELDS = "input, select, textarea, [contenteditable='true']";
/** Hidden fields, and fields that can't be focused with Tab. */
const SKIPPED_FIELDS = "[type='hidden'], [tabindex='-1'], :disabled";

export const firstField = (container: ParentNode): HTMLElement | undefined =>
  [...container.querySelectorAll<HTMLElement>(FIELDS)].find(
    (field) => !field.matches(SKIPPED_FIELDS) && field.closest("[hidden], [inert]") === null,
  );
