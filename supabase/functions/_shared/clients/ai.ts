import OpenAI, { APIError } from "openai";
import { z } from "zod";
import type { Environment } from "../env.ts";
import type { ErrorCode } from "../error-catalog.ts";
import { AppError } from "../errors.ts";
import { isAiError } from "../rules/own-errors.ts";
import { createProviderFetch } from "./outgoing.ts";

export interface TextRequest {
  readonly instructions: string;
  readonly input: string;
  readonly maxTokens: number;
}

/** Client of the configured AI service. Errors are AppErrors that never quote the service's messages. */
export interface AiClient {
  readonly generateText: (request: TextRequest) => Promise<string>;
  readonly generateImage: (prompt: string) => Promise<Uint8Array<ArrayBuffer>>;
}

/** The time limit for a call and its retry together; someone is waiting for the result. */
export const RESPONSE_TIMEOUT_MS = 20_000;

const answerSchema = z.strictObject({ text: z.string() });
const RESPONSE_FORMAT = {
  type: "json_schema",
  json_schema: {
    name: "answer",
    strict: true,
    schema: {
      type: "object",
      properties: { text: { type: "string" } },
      required: ["text"],
      additionalProperties: false,
    },
  },
} as const;

/** The base URL is configurable, so validate the response instead of trusting the SDK's types. */
const completionSchema = z.object({
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
    }),
  ),
});
const imagesSchema = z.object({ data: z.array(z.object({ b64_json: z.string().min(1) })).min(1) });

export function createAiClient(
  environment: Pick<
    Environment,
    "OPENAI_API_KEY" | "OPENAI_BASE_URL" | "OPENAI_IMAGE_MODEL" | "OPENAI_TEXT_MODEL"
  >,
  timeoutMs = RESPONSE_TIMEOUT_MS,
): AiClient {
  const callService = createServiceCaller(environment, timeoutMs);
  return {
    generateText: async ({ instructions, input, maxTokens }) => {
      const completion = await callService((client, signal) =>
        client.chat.completions.create(
          {
            model: environment.OPENAI_TEXT_MODEL,
            messages: [
              { role: "system", content: instructions },
              { role: "user", content: input },
            ],
            response_format: RESPONSE_FORMAT,
            max_completion_tokens: maxTokens,
          },
          { signal },
        ),
      );
      return parseText(completion);
    },
    generateImage: async (prompt) => {
      const images = await callService((client, signal) =>
        client.images.generate(
          {
            model: environment.OPENAI_IMAGE_MODEL,
            prompt,
            size: "1536x1024",
            // Higher quality takes longer than the time limit allows.
            quality: "low",
            output_format: "webp",
            output_compression: 85,
          },
          { signal },
        ),
      );
      return parsePicture(images);
    },
  };
}

type CallService = <Result>(
  call: (client: OpenAI, signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

function createServiceCaller(
  { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseURL }: Parameters<typeof createAiClient>[0],
  timeoutMs: number,
): CallService {
  return async (call) => {
    if (apiKey === undefined) throw new AppError("ai_not_configured");
    // Turn off the SDK's own retries, which would wait as long as `Retry-After` says, and its log, which quotes
    // prompts.
    const client = new OpenAI({
      apiKey,
      baseURL,
      maxRetries: 0,
      logLevel: "off",
      fetch: fetchFromService,
    });
    const signal = AbortSignal.timeout(timeoutMs);
    const callOnce = () => call(client, signal);
    try {
      return await callOnce().catch((error: unknown) => {
        if (signal.aborted || !isTransient(error)) throw error;
        return callOnce();
      });
    } catch (error) {
      throw signal.aborted ? createTimeoutError(timeoutMs) : convertAiError(error);
    }
  };
}

/** The SDK takes any JSON for the service's own error, such as a gateway's 402 for an exhausted quota. */
const fetchFromService = createProviderFetch(isAiError);

/** True for lost connections and server errors. Rate limits are excluded, because a retry would hit them again. */
const isTransient = (error: unknown): boolean =>
  error instanceof APIError && (error.status === undefined || error.status >= 500);

/** Contains only what may be logged, because the service's messages quote keys and prompts. */
class AiError extends Error {
  override readonly name = "AiError";
}

const createAnswerError = (problem: string) =>
  new AppError("ai_no_answer", { cause: new AiError(`The AI service sent ${problem}`) });

const createTimeoutError = (timeoutMs: number) =>
  new AppError("ai_unavailable", {
    message: "The AI service took too long. Please try again or do this manually.",
    cause: new AiError(`No answer within ${timeoutMs} ms`),
  });

const QUOTA_CODE = /^(insufficient_quota|billing_hard_limit_reached|billing_not_active)$/;
const REFUSAL_CODE = /^(moderation_blocked|content_policy_violation|content_filter)$/;

function convertAiError(error: unknown): AppError {
  if (error instanceof SyntaxError) return createAnswerError("something other than JSON");
  if (!(error instanceof APIError))
    return new AppError("ai_unavailable", { cause: createUnreachableProblem(error) });
  const { status } = error;
  const errorName =
    [error.code, error.type].find((code) => /^[a-z_]{1,40}$/.test(code ?? "")) ?? "";
  return new AppError(chooseErrorCode(status, errorName), {
    cause: new AiError(`The AI service returned ${status ?? "nothing"} ${errorName}`.trim()),
  });
}

const createUnreachableProblem = (error: unknown) =>
  new AiError(
    `The AI service can't be reached: ${error instanceof Error ? error.name : "unknown"}`,
  );

function chooseErrorCode(status: number | undefined, errorName: string): ErrorCode {
  if (QUOTA_CODE.test(errorName) || status === 402) return "ai_quota_exceeded";
  if (REFUSAL_CODE.test(errorName)) return "ai_refused";
  const isTemporary = status === undefined || status === 408 || status === 429 || status >= 500;
  return isTemporary ? "ai_unavailable" : "ai_failed";
}

/** Accepts inline image data only. A URL is never fetched, because it could point anywhere. */
function parsePicture(images: unknown): Uint8Array<ArrayBuffer> {
  try {
    const [image] = imagesSchema.parse(images).data;
    return Uint8Array.from(atob(image?.b64_json ?? ""), (character) => character.charCodeAt(0));
  } catch {
    throw createAnswerError("no image");
  }
}

function parseText(completion: unknown): string {
  const choice = completionSchema.safeParse(completion).data?.choices[0];
  if (choice === undefined) throw createAnswerError("no completion");
  const { finish_reason: finishReason, message } = choice;
  if (message.refusal || finishReason === "content_filter") throw new AppError("ai_refused");
  // A truncated legal document can look complete.
  if (finishReason === "length") throw createAnswerError("truncated text");
  const answer = answerSchema.safeParse(parseJson(message.content ?? ""));
  if (!answer.success) throw createAnswerError("an answer in an unexpected format");
  return answer.data.text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
