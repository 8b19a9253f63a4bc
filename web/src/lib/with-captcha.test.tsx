import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stopClock } from "../testing/clock.ts";
import { withCaptcha } from "./with-captcha.ts";

const script = () => document.querySelector<HTMLScriptElement>("script[src*='turnstile']");
const render = vi.fn<NonNullable<Window["turnstile"]>["render"]>();
const remove = vi.fn<(widget: string) => void>();

/** As Cloudflare's script: it is there once the page has loaded it. */
const arrive = async () => {
  await vi.waitFor(() => expect(script()).not.toBeNull());
  window.turnstile = { render, remove };
  script()?.dispatchEvent(new Event("load"));
};

beforeEach(() => vi.stubEnv("VITE_CAPTCHA_SITE_KEY", "site-key"));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.clearAllMocks();
  script()?.remove();
  delete window.turnstile;
});

it("threats 46: a site without a captcha loads nothing and sends what was typed", async () => {
  vi.stubEnv("VITE_CAPTCHA_SITE_KEY", "");
  expect(await withCaptcha({ email: "a@example.org" })).toEqual({ email: "a@example.org" });
  expect(script()).toBeNull();
});

it("threats 46: the answer goes along, from a widget inside the open dialog that is gone afterwards", async () => {
  const dialog = document.createElement("dialog");
  dialog.open = true;
  document.body.append(dialog);
  render.mockImplementation((container, options) => {
    expect(options).toMatchObject({ sitekey: "site-key", appearance: "interaction-only" });
    expect(dialog.contains(container)).toBe(true);
    options.callback("solved");
    return "widget";
  });
  const sent = withCaptcha({ email: "a@example.org" });
  await arrive();
  expect(await sent).toEqual({ email: "a@example.org", captchaToken: "solved" });
  expect(remove).toHaveBeenCalledWith("widget");
  expect(dialog.childElementCount).toBe(0);
  // The second form finds the script there, and gets an answer of its own.
  expect(await withCaptcha({})).toEqual({ captchaToken: "solved" });
  expect(document.querySelectorAll("script[src*='turnstile']")).toHaveLength(1);
});

it.each(["error-callback", "timeout-callback", "unsupported-callback"] as const)(
  "after %s the form is sent without an answer, and the server says what to do",
  async (callback) => {
    render.mockImplementation((_, options) => {
      options[callback]();
      return "widget";
    });
    const sent = withCaptcha({ email: "a@example.org" });
    await arrive();
    expect(await sent).toEqual({ email: "a@example.org" });
    expect(document.body.childElementCount).toBe(0);
  },
);

it("a script that does not come keeps nobody from sending, and is asked for again", async () => {
  const sent = withCaptcha({ email: "a@example.org" });
  await vi.waitFor(() => expect(script()).not.toBeNull());
  script()?.dispatchEvent(new Event("error"));
  expect(await sent).toEqual({ email: "a@example.org" });
  expect(script()).toBeNull();
});

it("a script that hangs holds a form back for 30 seconds at most", async () => {
  stopClock();
  const sent = vi.fn<(body: object) => void>();
  void withCaptcha({ email: "a@example.org" }).then(sent);
  await vi.dynamicImportSettled();
  expect(script()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(sent).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveBeenCalledWith({ email: "a@example.org" });
});
