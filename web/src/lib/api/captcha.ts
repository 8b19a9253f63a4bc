import { withinTimeLimit } from "./time-limit.ts";

/**
 * The part of Turnstile's API that we use:
 * https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/
 */
interface Turnstile {
  render(
    container: HTMLElement,
    options: {
      readonly sitekey: string;
      readonly appearance: "interaction-only";
      readonly callback: (token: string) => void;
      /** Returns true to tell Turnstile that the error was handled. */
      readonly "error-callback": () => boolean;
      readonly "timeout-callback": () => void;
      readonly "unsupported-callback": () => void;
    },
  ): string | undefined;
  remove(widgetId: string): void;
}

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

const SCRIPT_URL = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit";

const loadTurnstile = (): Promise<Turnstile | undefined> =>
  new Promise((resolve) => {
    if (window.turnstile) return resolve(window.turnstile);
    const script = document.createElement("script");
    script.src = SCRIPT_URL;
    script.addEventListener("load", () => resolve(window.turnstile));
    script.addEventListener("error", () => {
      script.remove();
      resolve(undefined);
    });
    return document.head.append(script);
  });

/**
 * Returns a Turnstile token, usually without any interaction. Returns undefined if Turnstile isn't available. The form
 * is then sent without a token, and the server's error tells the user what to do.
 */
export const solveCaptcha = async (siteKey: string): Promise<string | undefined> => {
  const turnstile = await withinTimeLimit(loadTurnstile).catch(() => undefined);
  if (!turnstile) return undefined;
  const container = document.createElement("div");
  container.className = "fixed inset-x-0 bottom-4 z-50 flex justify-center";
  // Everything outside an open modal dialog is inert, so the widget has to be inside the dialog.
  (Array.from(document.querySelectorAll("dialog[open]")).at(-1) ?? document.body).append(container);
  let widgetId: string | undefined;
  const token = await new Promise<string | undefined>((resolve) => {
    const resolveWithoutToken = () => resolve(undefined);
    widgetId = turnstile.render(container, {
      sitekey: siteKey,
      appearance: "interaction-only",
      callback: resolve,
      "error-callback": () => {
        resolveWithoutToken();
        return true;
      },
      "timeout-callback": resolveWithoutToken,
      "unsupported-callback": resolveWithoutToken,
    });
  });
  if (widgetId !== undefined) turnstile.remove(widgetId);
  container.remove();
  return token;
};
