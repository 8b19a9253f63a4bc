import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AppError } from "../errors.ts";
import { createCaptchaCheck } from "./captcha.ts";

/** Fake Turnstile that accepts one answer; `broken` makes it fail. */
const service = createServer((request, response) => void answer(request, response));
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = new URLSearchParams(await text(request));
  const isRight =
    form.get("response") === "solved" &&
    form.get("secret") === "the secret" &&
    form.get("remoteip") === "198.51.100.7";
  response.statusCode = form.get("response") === "broken" ? 500 : 200;
  response.end(JSON.stringify({ success: isRight }));
}
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => service.close());

async function outcome(token: string | undefined, secret: string | undefined, address = url) {
  const check = createCaptchaCheck({ CAPTCHA_SECRET: secret, CAPTCHA_VERIFY_URL: address });
  try {
    await check(token, "198.51.100.7");
    return "passed";
  } catch (error) {
    return error instanceof AppError ? [error.status, error.code] : error;
  }
}

it.each([
  ["solved", "the secret", "passed"],
  ["guessed", "the secret", [400, "captcha_failed"]],
  ["", "the secret", [400, "captcha_failed"]],
  [undefined, "the secret", [400, "captcha_failed"]],
  ["solved", "another secret", [400, "captcha_failed"]],
  ["broken", "the secret", [503, "provider_unavailable"]],
  [undefined, undefined, "passed"],
])("with token %j and secret %j, the check returns %j", async (answer, secret, expected) => {
  expect(await outcome(answer, secret)).toEqual(expected);
});

it("returns 503 if the captcha service is down", async () => {
  const unreachableUrl = "http://127.0.0.1:1";
  expect(await outcome("solved", "the secret", unreachableUrl)).toEqual([
    503,
    "provider_unavailable",
  ]);
});
