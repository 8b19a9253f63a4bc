import type { Environment } from "../../env.ts";
import { isMailApiError, parseObject } from "../../rules/own-errors.ts";
import { fetchWithTimeout } from "../outgoing.ts";
import {
  createExtraHeaders,
  type MailAddress,
  MailRefusedError,
  MailUnavailableError,
  type OutgoingMail,
  type SendMail,
} from "./transport.ts";

type Settings = Pick<Environment, "MAIL_API_URL" | "MAIL_API_KEY">;

const SEND_TIMEOUT_MS = 25_000;
const MAX_WAIT_SECONDS = 5;
const MAX_SEND_ATTEMPTS = 3;
const DAY_SECONDS = 86_400;

/**
 * Sends through Resend's `POST /emails`, which other providers copy: a bearer key, and one email per Idempotency-Key.
 */
export function createMailApiTransport(settings: Settings, timeoutMs = SEND_TIMEOUT_MS): SendMail {
  return async (mail) => {
    const body = JSON.stringify(createBody(mail));
    for (let attempt = 1; ; attempt += 1) {
      // The timeout also covers a response body that never ends.
      const response = await postToProvider(settings, body, timeoutMs, {
        "Idempotency-Key": mail.key,
      });
      const answer = await readAnswer(response);
      if (response.ok && answer.isFromProvider) return;
      const waitSeconds = answer.retryAfterSeconds ?? 1;
      if (answer.isBusy && attempt < MAX_SEND_ATTEMPTS && waitSeconds <= MAX_WAIT_SECONDS) {
        await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000));
        continue;
      }
      // An earlier attempt with this key already sent the email.
      if (answer.name === "invalid_idempotent_request") return;
      throw toMailError(answer);
    }
  };
}

/** Checks that the provider responds and accepts our key, by sending an empty email that it must reject. */
export async function checkMailApi(settings: Settings, timeoutMs: number): Promise<void> {
  const { status, isFromProvider } = await readAnswer(
    await postToProvider(settings, "{}", timeoutMs),
  );
  if (!isFromProvider) {
    throw new MailUnavailableError(`Something in front of the provider returned ${status}`);
  }
  if (status === 401 || status === 403)
    throw new MailRefusedError(`The provider returned ${status}`);
  if (status >= 500) throw new MailUnavailableError(`The provider returned ${status}`);
}

/** The provider takes files in Base64. */
const toBase64 = (text: string): string =>
  btoa(String.fromCodePoint(...new TextEncoder().encode(text)));

const createBody = (mail: OutgoingMail) => ({
  from: formatAddress(mail.from),
  to: [mail.to.address],
  reply_to: mail.replyTo,
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  headers: { ...createExtraHeaders(mail), "X-Entity-Ref-ID": mail.key },
  ...(mail.attachment && {
    attachments: [
      {
        filename: mail.attachment.name,
        content_type: mail.attachment.mediaType,
        content: toBase64(mail.attachment.content),
      },
    ],
  }),
});

const formatAddress = ({ name, address }: MailAddress): string =>
  `"${name.replaceAll(/["\\]/g, "")}" <${address}>`;

async function postToProvider(
  { MAIL_API_URL, MAIL_API_KEY }: Settings,
  body: string,
  timeoutMs: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  try {
    return await fetchWithTimeout(`${MAIL_API_URL.replace(/\/$/, "")}/emails`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${MAIL_API_KEY}`,
        "Content-Type": "application/json",
        ...headers,
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    throw new MailUnavailableError(
      `The email provider isn't responding: ${(error as Error).message}`,
    );
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
  /** The name of the error, as in `{"statusCode":429,"name":"daily_quota_exceeded","message":"…"}`. */
  readonly name: unknown;
  /** False if the body isn't the provider's, such as a CDN's error page. */
  readonly isFromProvider: boolean;
  /** True if we only sent too many requests in one second. */
  readonly isBusy: boolean;
  readonly retryAfterSeconds: number | undefined;
}

async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text().catch(() => "");
  const body = parseObject(text);
  const isOwnError = body !== undefined && isMailApiError(body);
  const name = body?.["name"];
  return {
    status,
    text,
    name,
    isFromProvider: response.ok ? body !== undefined || text === "" : isOwnError,
    isBusy: status === 429 && !String(name).includes("quota"),
    retryAfterSeconds: parseRetryAfter(headers.get("Retry-After")),
  };
}

/** Parses a number of seconds or a date. A longer wait counts as a day. */
function parseRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value.trim())
    ? Number(value)
    : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, seconds), DAY_SECONDS);
}

/** Statuses that mean a problem with this email. All others mean a problem with our setup or the provider. */
const REFUSAL_STATUSES = new Set([400, 413, 422]);
/** Our sender address is the same in every email. */
const SENDER_PROBLEM = "invalid_from_address";

function toMailError({ status, text, name, isFromProvider, retryAfterSeconds }: Answer): Error {
  const message = `The email provider returned ${status}: ${text.slice(0, 300)}`;
  if (REFUSAL_STATUSES.has(status) && isFromProvider && name !== SENDER_PROBLEM) {
    return new MailRefusedError(message);
  }
  // 409: the provider is still processing an earlier attempt with this key.
  if (status === 409 && isFromProvider) return new Error(message);
  // The provider sends only one email per key, so trying again is safe even if this attempt got through.
  return new MailUnavailableError(message, {
    reason: status === 429 ? "limit" : "outage",
    retryAfterSeconds,
  });
}
