/** Once the errors are drawn, the first field that has one takes the focus, away from the screen's edges. */
export const focusFirstInvalid = (form: HTMLElement | null): void => {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>("[aria-invalid='true'], [data-invalid]");
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  });
};
