import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stopClock } from "#testing/clock.ts";
import { withCaptcha } from "./with-captcha.ts";

const findScript = () => document.querySelector<HTMLScriptElement>("script[src*='turnstile']");
const render = vi.fn<NonNullable<Window["turnstile"]>["render"]>();
const remove = vi.fn<(widget: string) => void>();

/** Simulates Cloudflare's script, which sets the global once it has loaded. */
const finishLoading = async () => {
  await vi.waitFor(() => expect(findScript()).not.toBeNull());
  window.turnstile = { render, remove };
  findScript()?.dispatchEvent(new Event("load"));
};

beforeEach(() => vi.stubEnv("VITE_CAPTCHA_SITE_KEY", "site-key"));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.clearAllMocks();
  findScript()?.remove();
  delete window.turnstile;
});

it("threat 46: sends the form unchanged and loads nothing if the site has no captcha", async () => {
  vi.stubEnv("VITE_CAPTCHA_SITE_KEY", "");
  expect(await withCaptcha({ email: "a@example.org" })).toEqual({ email: "a@example.org" });
  expect(findScript()).toBeNull();
});

it("threat 46: adds the token from a widget inside the open dialog, then removes the widget", async () => {
  const dialog = document.createElement("dialog");
  dialog.open = true;
  document.body.append(dialog);
  render.mockImplementation((container, options) => {
    expect(options).toMatchObject({ sitekey: "site-key", appearance: "interaction-only" });
    expect(dialog.contains(container)).toBe(true);
    options.callback("solved");
    return "widget";
  });
  const pendingBody = withCaptcha({ email: "a@example.org" });
  await finishLoading();
  expect(await pendingBody).toEqual({ email: "a@example.org", captchaToken: "solved" });
  expect(remove).toHaveBeenCalledWith("widget");
  expect(dialog.childElementCount).toBe(0);
  // The second form uses the script that is already loaded, but gets a new token.
  expect(await withCaptcha({})).toEqual({ captchaToken: "solved" });
  expect(document.querySelectorAll("script[src*='turnstile']")).toHaveLength(1);
});

it.each(["error-callback", "timeout-callback", "unsupported-callback"] as const)(
  "sends the form without a token after %s",
  async (callback) => {
    render.mockImplementation((_, options) => {
      options[callback]();
      return "widget";
    });
    const pendingBody = withCaptcha({ email: "a@example.org" });
    await finishLoading();
    expect(await pendingBody).toEqual({ email: "a@example.org" });
    expect(document.body.childElementCount).toBe(0);
  },
);

it("sends the form without a token if the script fails to load, so that the next form can retry", async () => {
  const pendingBody = withCaptcha({ email: "a@example.org" });
  await vi.waitFor(() => expect(findScript()).not.toBeNull());
  findScript()?.dispatchEvent(new Event("error"));
  expect(await pendingBody).toEqual({ email: "a@example.org" });
  expect(findScript()).toBeNull();
});

it("delays a form by at most 30 seconds if the script hangs", async () => {
  stopClock();
  const onSent = vi.fn<(body: object) => void>();
  void withCaptcha({ email: "a@example.org" }).then(onSent);
  await vi.dynamicImportSettled();
  expect(findScript()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(onSent).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onSent).toHaveBeenCalledWith({ email: "a@example.org" });
});
