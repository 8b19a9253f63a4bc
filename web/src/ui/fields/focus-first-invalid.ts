/** It may take a few frames after the response before errors are rendered and fields are enabled again. */
const MAX_FRAMES = 20;

/** Focuses the first invalid field once errors are rendered, and scrolls it away from the edges of the screen. */
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
