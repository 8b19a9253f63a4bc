/** An answer's errors may be drawn some frames after they are known, and the fields enabled again. */
const FRAMES = 20;

/** Once the errors are drawn, the first field that has one takes the focus, away from the screen's edges. */
export const focusFirstInvalid = (form: HTMLElement | null, frames = FRAMES): void => {
  requestAnimationFrame(() => {
    if (!form?.isConnected) return;
    const field = form.querySelector<HTMLElement>("[aria-invalid='true'], [data-invalid]");
    if (!field || field.matches(":disabled")) {
      if (frames > 0) focusFirstInvalid(form, frames - 1);
      return;
    }
    field.scrollIntoView({ block: "center" });
    field.focus({ preventScroll: true });
  });
};
