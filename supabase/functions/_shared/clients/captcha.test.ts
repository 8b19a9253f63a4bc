import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { loadHandler, type OperationHandler } from "../../../tests/handlers.ts";
import { OTHER_REFUSALS, PLATFORM_REFUSALS, toResponse } from "../../../tests/platform-refusals.ts";
import { catalog, type OperationName } from "../contracts/catalog.ts";
import type { EndpointDefinition } from "../contracts/endpoint.ts";
import { AppError } from "../errors.ts";
import { createCaptchaCheck } from "./captcha.ts";

/** A fake Turnstile that accepts one token and fails for the token `broken`. */
const server = createServer((request, response) => void checkToken(request, response));
async function checkToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = new URLSearchParams(await text(request));
  const isSolved =
    form.get("response") === "solved" &&
    form.get("secret") === "the secret" &&
    form.get("remoteip") === "198.51.100.7";
  response.statusCode = form.get("response") === "broken" ? 500 : 200;
  response.end(JSON.stringify({ success: isSolved }));
}
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function runCheck(token: string | undefined, secret: string | undefined, verifyUrl = url) {
  const check = createCaptchaCheck({ CAPTCHA_SECRET: secret, CAPTCHA_VERIFY_URL: verifyUrl });
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
])(
  "the captcha check of the token %j with the secret %j results in %j",
  async (token, secret, expected) => {
    expect(await runCheck(token, secret)).toEqual(expected);
  },
);

it.each([...PLATFORM_REFUSALS, ...OTHER_REFUSALS])(
  "the captcha check fails with 503 if something answers in the captcha service's place: $name ($status)",
  async (refusal) => {
    vi.stubGlobal("fetch", () => Promise.resolve(toResponse(refusal)));
    expect(await runCheck("solved", "the secret")).toEqual([503, "provider_unavailable"]);
  },
);

it("the captcha check fails with 503 if the captcha service is down", async () => {
  const unreachableUrl = "http://127.0.0.1:1";
  expect(await runCheck("solved", "the secret", unreachableUrl)).toEqual([
    503,
    "provider_unavailable",
  ]);
});

const catalogEntries: readonly [string, EndpointDefinition][] = Object.entries(catalog);
const checkedOperations = catalogEntries.flatMap(([name, { body }]) =>
  body instanceof z.ZodObject && "captchaToken" in body.shape ? [name as OperationName] : [],
);

it.each(checkedOperations)(
  "threat 67: %s does nothing before the captcha is solved",
  async (name) => {
    const checkCaptcha = vi.fn(() => Promise.reject(new AppError("captcha_failed")));
    const handler = await loadHandler(name);
    const call = {
      address: "198.51.100.7",
      caller: { kind: "anonymous" },
      body: { captchaToken: "guessed" },
      headers: new Headers(),
      // The handler would throw another error if it used any other service.
      services: { checkCaptcha, environment: { PAYMENTS_MODE: "demo" }, stripe: {} },
    };
    const response = Promise.resolve(handler(call as unknown as Parameters<OperationHandler>[0]));
    await expect(response).rejects.toMatchObject({ code: "captcha_failed" });
    expect(checkCaptcha).toHaveBeenCalledWith("guessed", "198.51.100.7");
  },
);
