/** Errors may render, and fields become enabled again, some frames after the response. */
const MAX_FRAMES = 20;

/**
 * Focuses the first invalid field once errors have rendered, and scrolls it away from the edges.
 */
export const focusFirstInvalid = (form: HTMLElement | null, remainingFrames = MAX_FRAMES): void => {
  requestAnimationFrame(() => {
    if (!form?.isConnected) return;
    const field = form.querySelector<HTMLElement>("[aria-invalid='true'], [data-invalid]");
    if (!field || field.matches(":disabled")) {
      if (remainingFrames > 0) focusFirstInvalid(form, remainingFrames - 1);
      return;
    }
    field.scrollIntoView({ block: "center" });
    field.focus({ preventScroll: true });
  });
};
