import { withinTimeLimit } from "./time-limit.ts";

/** The part of Turnstile that is used: https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/ */
interface Turnstile {
  render(
    container: HTMLElement,
    options: {
      readonly sitekey: string;
      readonly appearance: "interaction-only";
      readonly callback: (token: string) => void;
      /** True: it is dealt with here. */
      readonly "error-callback": () => boolean;
      readonly "timeout-callback": () => void;
      readonly "unsupported-callback": () => void;
    },
  ): string | undefined;
  remove(widget: string): void;
}

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

const SCRIPT = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit";

const loadTurnstile = (): Promise<Turnstile | undefined> =>
  new Promise((resolve) => {
    if (window.turnstile) return resolve(window.turnstile);
    const script = document.createElement("script");
    script.src = SCRIPT;
    script.addEventListener("load", () => resolve(window.turnstile));
    script.addEventListener("error", () => {
      script.remove();
      resolve(undefined);
    });
    return document.head.append(script);
  });

/**
 * What shows that a person sends this; most people see nothing of it. Undefined where it could not be had: the server's
 * refusal then says what to do, and nothing that was typed is lost.
 */
export const solveCaptcha = async (siteKey: string): Promise<string | undefined> => {
  const turnstile = await withinTimeLimit(loadTurnstile).catch(() => undefined);
  if (!turnstile) return undefined;
  const container = document.createElement("div");
  container.className = "fixed inset-x-0 bottom-4 z-50 flex justify-center";
  // Everything outside an open dialog is inert.
  (Array.from(document.querySelectorAll("dialog[open]")).at(-1) ?? document.body).append(container);
  let widget: string | undefined;
  const token = await new Promise<string | undefined>((resolve) => {
    const giveUp = () => resolve(undefined);
    widget = turnstile.render(container, {
      sitekey: siteKey,
      appearance: "interaction-only",
      callback: resolve,
      "error-callback": () => {
        giveUp();
        return true;
      },
      "timeout-callback": giveUp,
      "unsupported-callback": giveUp,
    });
  });
  if (widget !== undefined) turnstile.remove(widget);
  container.remove();
  return token;
};
