/**
 * Lays out all deferred sections (`.later` in app.css) at once. Jumping to an anchor needs the
 * real height of everything above it.
 */
export const layOutAllSections = (): void => {
  document.documentElement.dataset["laidOut"] = "";
};

/** Waits a second at most, because a busy page may never be idle. Some versions of Safari lack requestIdleCallback. */
const runWhenIdle: (callback: () => void) => void = (callback) => {
  if (typeof requestIdleCallback === "function") requestIdleCallback(callback, { timeout: 1000 });
  else setTimeout(callback, 100);
};

/** Lays out the deferred sections one by one while the browser is idle. */
export const layOutDeferredSections = (): void => {
  const [section] = document.querySelectorAll<HTMLElement>(".later:not([data-laid-out])");
  if (!section) {
    layOutAllSections();
    return;
  }
  section.dataset["laidOut"] = "";
  // Wait for the frame that lays out this section before starting the next.
  requestAnimationFrame(() => runWhenIdle(layOutDeferredSections));
};
