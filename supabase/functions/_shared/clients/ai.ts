import OpenAI, { APIError } from "openai";
import { z } from "zod";
import type { Environment } from "../env.ts";
import { AppError, type ErrorCode } from "../errors.ts";

/** A text to be written: who writes it and how, what it is about, and how long it may become. */
export interface Writing {
  readonly instructions: string;
  readonly about: string;
  readonly maxTokens: number;
}

/** The AI service as far as this deployment may use it. What it raises is an AppError with nothing of its words. */
export interface AiClient {
  readonly write: (writing: Writing) => Promise<string>;
  readonly draw: (prompt: string) => Promise<Uint8Array<ArrayBuffer>>;
}

/** For everything together, a second try included: somebody sits before the form. */
export const ANSWER_WITHIN_MS = 20_000;

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

/** Whatever stands at that address has sent it, so the SDK's types promise nothing. */
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
  withinMs = ANSWER_WITHIN_MS,
): AiClient {
  const ask = askerOf(environment, withinMs);
  return {
    write: async ({ instructions, about, maxTokens }) => {
      const completion = await ask((client, signal) =>
        client.chat.completions.create(
          {
            model: environment.OPENAI_TEXT_MODEL,
            messages: [
              { role: "system", content: instructions },
              { role: "user", content: about },
            ],
            response_format: RESPONSE_FORMAT,
            max_completion_tokens: maxTokens,
          },
          { signal },
        ),
      );
      return textIn(completion);
    },
    draw: async (prompt) => {
      const images = await ask((client, signal) =>
        client.images.generate(
          {
            model: environment.OPENAI_IMAGE_MODEL,
            prompt,
            size: "1536x1024",
            // A better one takes longer than anybody may wait here.
            quality: "low",
            output_format: "webp",
            output_compression: 85,
          },
          { signal },
        ),
      );
      return pictureIn(images);
    },
  };
}

type Ask = <Answer>(
  call: (client: OpenAI, signal: AbortSignal) => Promise<Answer>,
) => Promise<Answer>;

function askerOf(
  { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseURL }: Parameters<typeof createAiClient>[0],
  withinMs: number,
): Ask {
  return async (call) => {
    if (apiKey === undefined) throw new AppError("ai_not_configured");
    // The SDK's own tries would wait as long as it is told to, and its log quotes what was asked.
    const client = new OpenAI({ apiKey, baseURL, maxRetries: 0, logLevel: "off" });
    const signal = AbortSignal.timeout(withinMs);
    const once = () => call(client, signal);
    try {
      return await once().catch((error: unknown) => {
        if (signal.aborted || !mayPass(error)) throw error;
        return once();
      });
    } catch (error) {
      throw signal.aborted ? tooSlow(withinMs) : failure(error);
    }
  };
}

/** Lost connections and faults of theirs; never a limit, which the same question would meet again. */
const mayPass = (error: unknown): boolean =>
  error instanceof APIError && (error.status === undefined || error.status >= 500);

/** What our log may keep: the service's own sentences quote keys and what was asked. */
class AiProblem extends Error {
  override readonly name = "AiProblem";
}

const noAnswer = (what: string) =>
  new AppError("ai_no_answer", { cause: new AiProblem(`The AI service sent ${what}`) });

const tooSlow = (withinMs: number) =>
  new AppError("ai_unavailable", {
    message: "The AI service took too long. Please try again or do this by hand.",
    cause: new AiProblem(`No answer within ${withinMs} ms`),
  });

const QUOTA = /^(insufficient_quota|billing_hard_limit_reached|billing_not_active)$/;
const REFUSAL = /^(moderation_blocked|content_policy_violation|content_filter)$/;

function failure(error: unknown): AppError {
  if (error instanceof SyntaxError) return noAnswer("something other than JSON");
  if (!(error instanceof APIError)) return new AppError("ai_unavailable", { cause: nameOf(error) });
  const { status } = error;
  const said = [error.code, error.type].find((word) => /^[a-z_]{1,40}$/.test(word ?? "")) ?? "";
  return new AppError(codeOf(status, said), {
    cause: new AiProblem(`The AI service returned ${status ?? "nothing"} ${said}`.trim()),
  });
}

const nameOf = (error: unknown) =>
  new AiProblem(
    `The AI service can't be reached: ${error instanceof Error ? error.name : "unknown"}`,
  );

function codeOf(status: number | undefined, said: string): ErrorCode {
  if (QUOTA.test(said) || status === 402) return "ai_quota_exceeded";
  if (REFUSAL.test(said)) return "ai_refused";
  const isPassing = status === undefined || status === 408 || status === 429 || status >= 500;
  return isPassing ? "ai_unavailable" : "ai_failed";
}

/** An address in place of the picture is not followed: it could lead anywhere. */
function pictureIn(images: unknown): Uint8Array<ArrayBuffer> {
  try {
    const [image] = imagesSchema.parse(images).data;
    return Uint8Array.from(atob(image?.b64_json ?? ""), (letter) => letter.charCodeAt(0));
  } catch {
    throw noAnswer("no image");
  }
}

function textIn(completion: unknown): string {
  const choice = completionSchema.safeParse(completion).data?.choices[0];
  if (choice === undefined) throw noAnswer("no completion");
  const { finish_reason: end, message } = choice;
  if (message.refusal || end === "content_filter") throw new AppError("ai_refused");
  // Half a policy reads like a whole one.
  if (end === "length") throw noAnswer("truncated text");
  const answer = answerSchema.safeParse(parsedJson(message.content ?? ""));
  if (!answer.success) throw noAnswer("an answer in an unexpected format");
  return answer.data.text;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
