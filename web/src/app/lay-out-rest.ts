/** Whoever is led to a place needs all that stands above it as tall as it is (`.later` in app.css). */
export const layOutWhole = (): void => {
  document.documentElement.dataset["laidOut"] = "";
};

/** Not every Safari has requestIdleCallback. */
const whenIdle: (run: () => void) => void = (run) => {
  if (typeof requestIdleCallback === "function") requestIdleCallback(run);
  else setTimeout(run, 100);
};

/** Once there is nothing better to do, a section at a time. */
export const layOutRest = (): void => {
  const [next] = document.querySelectorAll<HTMLElement>(".later:not([data-laid-out])");
  if (!next) {
    layOutWhole();
    return;
  }
  next.dataset["laidOut"] = "";
  // The following one after the frame that lays this one out.
  requestAnimationFrame(() => whenIdle(layOutRest));
};
