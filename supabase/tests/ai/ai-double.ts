import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { readTestPicture } from "../pictures.ts";

/** A request that the double received. */
export interface AiRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests inspect the bodies that were sent
  readonly body: any;
}

interface FailureResponse {
  readonly status: number;
  readonly code: string | null;
  readonly type?: string;
  readonly retryAfter?: string;
}

/** A replacement for the next response: different model output or a failure. */
export type AiFault =
  | FailureResponse
  | { readonly text: string }
  | { readonly content: string | null }
  | { readonly image: Uint8Array | "an address" }
  | "refusal"
  | "filtered"
  | "truncated"
  | "empty"
  | "no choices"
  | "not JSON"
  | "broken JSON"
  | "silent"
  | "stalls"
  | "reset";

export const AI_KEY = "sk-double-0123456789abcdef";
/** Part of every error that the double returns, so that a test can tell whether the provider's message leaks. */
export const PROVIDER_MESSAGE = "words of the provider";

const DEFAULT_TEXT = "Boxes that feel like home";

/** A stand-in for OpenAI's Chat Completions and Images APIs, including their failures. */
export class AiDouble {
  readonly requests: AiRequest[] = [];
  readonly #faults: AiFault[] = [];
  readonly #server = http.createServer((request, response) => {
    this.#respond(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  static async start(): Promise<AiDouble> {
    const double = new AiDouble();
    await new Promise<void>((resolve) => double.#server.listen(0, "127.0.0.1", resolve));
    return double;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  environment(): Record<string, string> {
    return { OPENAI_API_KEY: AI_KEY, OPENAI_BASE_URL: this.url };
  }

  /** Queues faults for the next requests, in order. After that, the double responds normally. */
  queueFaults(...faults: AiFault[]): void {
    this.#faults.push(...faults);
  }

  forget(): void {
    this.#faults.length = 0;
    this.requests.length = 0;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: unknown = JSON.parse((await text(request)) || "null");
    const { url: path = "", headers } = request;
    this.requests.push({ path, authorization: headers.authorization, body });
    if (headers.authorization !== `Bearer ${AI_KEY}`) {
      return send(response, 401, createFailureBody("invalid_api_key", "invalid_request_error"));
    }
    const fault = this.#faults.shift() ?? { text: DEFAULT_TEXT };
    if (typeof fault === "object" && "status" in fault) {
      if (fault.retryAfter) response.setHeader("retry-after", fault.retryAfter);
      return send(response, fault.status, createFailureBody(fault.code, fault.type));
    }
    if (fault === "reset") return void request.socket.destroy();
    if (fault === "silent") return undefined;
    if (fault === "stalls") {
      return void response.writeHead(200, { "content-type": "application/json" }).write('{"id":');
    }
    if (fault === "not JSON" || fault === "broken JSON") {
      const type = fault === "not JSON" ? "text/html" : "application/json";
      return void response.writeHead(200, { "content-type": type }).end(`<p>${PROVIDER_MESSAGE}`);
    }
    if (path === "/v1/chat/completions")
      return send(response, 200, createCompletionBody(body, fault));
    if (path === "/v1/images/generations") return send(response, 200, createImagesBody(fault));
    return send(response, 404, createFailureBody("unknown_url", "invalid_request_error"));
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { "content-type": "application/json", "x-request-id": "req_double" })
    .end(JSON.stringify(body));
}

const createFailureBody = (code: string | null, type = "invalid_request_error") => ({
  error: { message: `${PROVIDER_MESSAGE}: ${AI_KEY.slice(0, 9)}***`, type, param: null, code },
});

type OutputFault = Exclude<AiFault, FailureResponse>;

function createMessage(fault: OutputFault): { content: string | null; refusal: string | null } {
  if (fault === "refusal") return { content: null, refusal: `I can't. ${PROVIDER_MESSAGE}` };
  if (fault === "filtered") return { content: "", refusal: null };
  // Some services add the missing brackets to JSON that they truncated.
  if (fault === "truncated") return { content: '{"text":"Half of a pol"}', refusal: null };
  if (fault === "empty") return { content: '{"text":" "}', refusal: null };
  if (typeof fault === "object" && "content" in fault) {
    return { content: fault.content, refusal: null };
  }
  const content = typeof fault === "object" && "text" in fault ? fault.text : DEFAULT_TEXT;
  return { content: JSON.stringify({ text: content }), refusal: null };
}

function createCompletionBody(body: unknown, fault: OutputFault) {
  const finishReasons = { truncated: "length", filtered: "content_filter" } as const;
  const finishReason =
    fault === "truncated" || fault === "filtered" ? finishReasons[fault] : "stop";
  const message = { role: "assistant", ...createMessage(fault), annotations: [] };
  return {
    id: "chatcmpl-double",
    object: "chat.completion",
    created: 1_790_000_000,
    model: (body as { readonly model: string }).model,
    choices:
      fault === "no choices"
        ? []
        : [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
    usage: { prompt_tokens: 210, completion_tokens: 40, total_tokens: 250 },
    service_tier: "default",
    system_fingerprint: null,
  };
}

function createImagesBody(fault: OutputFault) {
  const imageBytes =
    typeof fault === "object" && "image" in fault ? fault.image : readTestPicture("webp").bytes;
  return {
    created: 1_790_000_000,
    background: "opaque",
    data: [
      imageBytes === "an address"
        ? { url: "https://images.example/1.webp" }
        : { b64_json: fault === "empty" ? "" : Buffer.from(imageBytes).toString("base64") },
    ],
    output_format: "webp",
    quality: "low",
    size: "1536x1024",
    usage: { input_tokens: 50, output_tokens: 1400, total_tokens: 1450 },
  };
}
