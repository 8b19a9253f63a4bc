import "./app.css";
import { layOutDeferredSections } from "./app/deferred-sections.ts";
import { readPageData } from "./app/page-data.ts";
import { loadCode } from "./lib/code/load-code.ts";
import { getEarlyButton, watchPresses } from "./lib/code/pressed-button.ts";
import { hasReloaded, restoreFields } from "./lib/code/reload-page.ts";

const MAX_WAIT_MS = 1000;

/** Delays hydration until the first paint, so that scripts don't compete with it. */
const runAfterFirstPaint = (run: () => unknown): void => {
  if (document.visibilityState === "hidden") {
    run();
    return;
  }
  const observer = new PerformanceObserver(() => finish());
  const timer = setTimeout(() => finish(), MAX_WAIT_MS);
  const finish = () => {
    observer.disconnect();
    clearTimeout(timer);
    run();
  };
  observer.observe({ type: "paint", buffered: true });
};

const preload = (url: string): void => {
  const link = document.createElement("link");
  document.head.append(Object.assign(link, { rel: "modulepreload", href: url }));
};

const waitForNextTask = () => new Promise((resolve) => setTimeout(resolve));

const START_OPTIONS = { getButton: getEarlyButton };

const page = readPageData();
const startApp = async () => {
  for (const url of page?.scripts ?? []) preload(url);
  // Loads in steps, so that no long task blocks input: first React, then the shared chunks, then the app.
  const { start } = await loadCode(async () => {
    await import("./app/react-dom.ts");
    await waitForNextTask();
    await import("./data/read-query.ts");
    await waitForNextTask();
    return import("./app/start.tsx");
  }, START_OPTIONS);
  start(page);
};

const startPage = async () => {
  if (page?.isText) {
    const { hydrateOnInteraction } = await loadCode(
      () => import("./app/hydrate-on-interaction.ts"),
      START_OPTIONS,
    );
    hydrateOnInteraction(startApp, getEarlyButton() !== null || hasReloaded());
  } else await startApp();
  layOutDeferredSections();
};

watchPresses();
restoreFields();
if (page) runAfterFirstPaint(startPage);
else void startPage();
