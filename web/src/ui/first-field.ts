const FIELDS = "input, select, textarea, [contenteditable='true']";
/** Neither what programs fill in nor what takes no keys. */
const SKIPPED = "[type='hidden'], [tabindex='-1'], :disabled";

/** The first field of a form or dialog that a person can fill in. */
export const firstField = (within: ParentNode): HTMLElement | undefined =>
  [...within.querySelectorAll<HTMLElement>(FIELDS)].find(
    (field) => !field.matches(SKIPPED) && field.closest("[hidden], [inert]") === null,
  );
