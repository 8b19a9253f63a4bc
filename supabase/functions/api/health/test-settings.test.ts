import { expect, it } from "vitest";
import { listTestSettings } from "./test-settings.ts";

const deployed = {
  BREACHED_PASSWORDS_URL: "https://api.pwnedpasswords.com",
  CACHE_RESPONSES: true,
  CAPTCHA_VERIFY_URL: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  MAIL_TRANSPORT: "smtp",
  PAYMENTS_MODE: "stripe",
  REQUIRE_EMAIL_ACTIVATION: true,
  SMTP_TLS: undefined,
  STRIPE_API_URL: undefined,
} as const;

it.each([
  [{}, []],
  [{ BREACHED_PASSWORDS_URL: "off" }, ["BREACHED_PASSWORDS_URL"]],
  [{ CACHE_RESPONSES: false }, ["CACHE_RESPONSES"]],
  [{ CAPTCHA_VERIFY_URL: "http://127.0.0.1:9" }, ["CAPTCHA_VERIFY_URL"]],
  [{ MAIL_TRANSPORT: "log" }, ["MAIL_TRANSPORT"]],
  [{ MAIL_TRANSPORT: "log", PAYMENTS_MODE: "demo" }, []],
  [{ REQUIRE_EMAIL_ACTIVATION: false }, ["REQUIRE_EMAIL_ACTIVATION"]],
  [{ REQUIRE_EMAIL_ACTIVATION: false, MAIL_TRANSPORT: "log", PAYMENTS_MODE: "demo" }, []],
  [{ SMTP_TLS: "optional" }, ["SMTP_TLS"]],
  [{ STRIPE_API_URL: "http://127.0.0.1:9" }, ["STRIPE_API_URL"]],
] as const)("finds the variables of a laptop in %j", (changes, expected) => {
  expect(listTestSettings({ ...deployed, ...changes }, true)).toEqual(expected);
});

it("lets staging log the emails about test money", () => {
  expect(listTestSettings({ ...deployed, MAIL_TRANSPORT: "log" }, false)).toEqual([]);
});
