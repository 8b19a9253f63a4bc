const FIELD_SELECTOR = "input, select, textarea, [contenteditable='true']";
/** Matches fields that are hidden, disabled, or can't be reached with Tab. */
const SKIPPED_FIELD_SELECTOR = "[type='hidden'], [tabindex='-1'], :disabled";

export const firstField = (container: ParentNode): HTMLElement | undefined =>
  [...container.querySelectorAll<HTMLElement>(FIELD_SELECTOR)].find(
    (field) =>
      !field.matches(SKIPPED_FIELD_SELECTOR) && field.closest("[hidden], [inert]") === null,
  );
