/** Once the errors are drawn, the first field that has one takes the focus. */
export const focusFirstInvalid = (form: HTMLElement | null): void => {
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>("[aria-invalid='true'], [data-invalid]")?.focus(),
  );
};
