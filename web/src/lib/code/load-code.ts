import { askToContinue, isTyping } from "./load-failure.ts";
import { hasReloaded, reloadPage } from "./reload-page.ts";

export interface LoadOptions {
  /** Returns the button that asked for the code. A reload presses it again. */
  readonly getButton?: () => HTMLButtonElement | null;
  /** What the missing code would have said. A reload would lose it, so the page isn't reloaded by itself. */
  readonly message?: string;
}

/** Payments, uploads and other running work, and dialogs, which hold input that may not be kept. */
const OCCUPIED_SELECTOR = "dialog[open], iframe, button[aria-busy], .progress-primary";

const ENTRY_PATTERN = /\/assets\/index-[\w-]+\.js/;

/**
 * Returns the path of the first script of the page as it is on the server now, or an empty string if the page or the
 * script is missing. Throws if there is no connection.
 */
const findCurrentEntry = async (): Promise<string> => {
  const page = await fetch(location.href);
  const [entry = ""] = ENTRY_PATTERN.exec(await page.text()) ?? [];
  const { ok, headers } = await fetch(entry, { method: "HEAD" });
  return ok && headers.get("Content-Type")?.includes("javascript") ? entry : "";
};

const FAILURE = "We couldn't load this part of the site.";

const explainFailure = (entry: string | null): string => {
  if (entry === null) return "You appear to be offline. Check your connection and try again.";
  if (!import.meta.url.endsWith(entry))
    return "We've updated this site. Reload the page to continue.";
  return `${entry && hasReloaded() ? "Reloading didn't help." : FAILURE} Please try again later.`;
};

/**
 * Loads code with `import()`. A new release may have replaced the files of an open page, and browsers don't request a
 * file again once it has failed. So if a load fails, the page reloads once by itself. If it may not, or if that didn't
 * help, people see why and can press a button. The promise never rejects: it waits for them.
 */
export const loadCode = async <Code>(
  load: () => Promise<Code>,
  { getButton, message }: LoadOptions = {},
): Promise<Code> => {
  for (let isRetry = false; ; isRetry = true) {
    try {
      return await load();
    } catch {
      const button = getButton?.();
      const entry = await findCurrentEntry().catch(() => null);
      const mayInterrupt =
        !message &&
        !hasReloaded() &&
        !document.querySelector(OCCUPIED_SELECTOR) &&
        (button || !isTyping());
      if (entry && (isRetry || mayInterrupt)) return reloadPage(button);
      const text = explainFailure(entry);
      await askToContinue(message ? `${message}\n${text}` : text, entry ? "Reload" : "Try again");
    }
  }
};
