import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { OTHER_REFUSALS, PLATFORM_REFUSALS, toResponse } from "../../../tests/platform-refusals.ts";
import { AI_KEY, AiDouble, type AiFault, PROVIDER_MESSAGE } from "../../../tests/ai/ai-double.ts";
import { readTestPicture } from "../../../tests/pictures.ts";
import { AppError } from "../errors.ts";
import { RESPONSE_TIMEOUT_MS, createAiClient } from "./ai.ts";

const models = { OPENAI_TEXT_MODEL: "writer-1", OPENAI_IMAGE_MODEL: "painter-1" };
let double: AiDouble;
beforeAll(async () => {
  double = await AiDouble.start();
});
afterEach(() => double.forget());
afterAll(() => double.stop());

const createTestClient = (timeoutMs = 5000) =>
  createAiClient({ ...models, OPENAI_API_KEY: AI_KEY, OPENAI_BASE_URL: double.url }, timeoutMs);

const write = (timeoutMs?: number) =>
  createTestClient(timeoutMs).generateText({
    instructions: "Be kind",
    input: "Harvest",
    maxTokens: 300,
  });

const catchFailure = async (promise: Promise<unknown>): Promise<AppError> => {
  const error: unknown = await promise.then(
    () => new Error("It did not fail"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
};

describe("AI-01: the AI client", () => {
  it("requests JSON with a schema and a length limit, and returns the text in the response", async () => {
    double.queueFaults({ text: "A title" });
    expect(await write()).toBe("A title");
    expect(double.requests).toEqual([
      {
        path: "/v1/chat/completions",
        authorization: `Bearer ${AI_KEY}`,
        body: {
          model: "writer-1",
          messages: [
            { role: "system", content: "Be kind" },
            { role: "user", content: "Harvest" },
          ],
          max_completion_tokens: 300,
          response_format: {
            type: "json_schema",
            json_schema: expect.objectContaining({ name: "answer", strict: true }),
          },
        },
      },
    ]);
  });

  it("AI-04: returns a generated image as bytes", async () => {
    const { bytes } = readTestPicture("png");
    double.queueFaults({ image: bytes });
    expect(await createTestClient().generateImage("A box")).toEqual(bytes);
    expect(double.requests[0]).toMatchObject({
      path: "/v1/images/generations",
      body: { model: "painter-1", prompt: "A box" },
    });
  });
});

const quotaFault = { status: 429, code: "insufficient_quota", type: "insufficient_quota" };

describe("AI-09: the AI client", () => {
  it.each<readonly [string, AiFault, string, number]>([
    ["an exhausted quota", quotaFault, "ai_quota_exceeded", 1],
    [
      "a billing limit",
      { status: 400, code: "billing_hard_limit_reached" },
      "ai_quota_exceeded",
      1,
    ],
    [
      "a rate limit",
      { status: 429, code: "rate_limit_exceeded", type: "tokens", retryAfter: "30" },
      "ai_unavailable",
      1,
    ],
    ["an unknown key", { status: 401, code: "invalid_api_key" }, "ai_failed", 1],
    ["an unknown model", { status: 404, code: "model_not_found" }, "ai_failed", 1],
    ["moderation", { status: 400, code: "moderation_blocked" }, "ai_refused", 1],
    ["a refusal", "refusal", "ai_refused", 1],
    ["a content filter", "filtered", "ai_refused", 1],
    ["truncated text", "truncated", "ai_no_answer", 1],
    ["an unexpected format", { content: '{"title":"A"}' }, "ai_no_answer", 1],
    ["an empty response", { content: null }, "ai_no_answer", 1],
    ["incomplete JSON", { content: '{"text":"Half of' }, "ai_no_answer", 1],
    ["plain text instead of JSON", { content: "Sure! Here is" }, "ai_no_answer", 1],
    ["no choices", "no choices", "ai_no_answer", 1],
    ["broken JSON", "broken JSON", "ai_no_answer", 1],
  ])(
    "throws an error with the documented code for %s, without the provider's message",
    async (_, fault, code, requestCount) => {
      double.queueFaults(fault);
      const error = await catchFailure(write());
      expect(error.code).toBe(code);
      expect(double.requests).toHaveLength(requestCount);
      const { message, cause } = error;
      expect(`${message} ${String(cause)} ${JSON.stringify(cause)}`).not.toMatch(
        new RegExp(`${PROVIDER_MESSAGE}|sk-double`),
      );
    },
  );

  it.each([...PLATFORM_REFUSALS, ...OTHER_REFUSALS])(
    "is unavailable if something answers in the AI service's place: $name ($status)",
    async (refusal) => {
      vi.stubGlobal("fetch", () => Promise.resolve(toResponse(refusal)));
      const { code } = await catchFailure(write());
      expect(code).toBe("ai_unavailable");
    },
  );

  it("retries once after a server error, a page or a lost connection", async () => {
    double.queueFaults({ status: 500, code: null, type: "server_error" });
    expect(await write()).toBe("Boxes that feel like home");
    expect(double.requests).toHaveLength(2);
    double.queueFaults("not JSON");
    expect(await write()).toBe("Boxes that feel like home");
    expect(double.requests).toHaveLength(4);
    double.queueFaults("reset", "reset");
    expect((await catchFailure(write())).code).toBe("ai_unavailable");
    expect(double.requests).toHaveLength(6);
  });

  it.each([
    ["a URL", "an address"],
    ["empty", new Uint8Array(0)],
  ] as const)("rejects an image response that is %s", async (_, image) => {
    double.queueFaults({ image });
    expect((await catchFailure(createTestClient().generateImage("A box"))).code).toBe(
      "ai_no_answer",
    );
    expect(double.requests).toHaveLength(1);
  });

  it("doesn't send a request without a key", async () => {
    const keylessSettings = { ...models, OPENAI_API_KEY: undefined, OPENAI_BASE_URL: double.url };
    expect((await catchFailure(createAiClient(keylessSettings).generateImage("A box"))).code).toBe(
      "ai_not_configured",
    );
    expect(double.requests).toEqual([]);
  });
});

describe("threat 32: the time limit", () => {
  it("is 20 seconds in total", () => expect(RESPONSE_TIMEOUT_MS).toBe(20_000));

  it.each<readonly [string, AiFault[], number]>([
    ["a response that never starts", ["silent"], 1],
    ["a response that never ends", ["stalls"], 1],
    ["a retry", [{ status: 503, code: null }, "silent"], 2],
  ])("covers %s", async (_, faults, requestCount) => {
    double.queueFaults(...faults);
    const startedAt = performance.now();
    const error = await catchFailure(write(500));
    expect(performance.now() - startedAt).toBeLessThan(2000);
    expect([error.code, error.message]).toEqual([
      "ai_unavailable",
      "The AI service took too long. Please try again or do this manually.",
    ]);
    expect(double.requests).toHaveLength(requestCount);
  });
});
