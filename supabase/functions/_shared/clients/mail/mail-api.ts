import type { Environment } from "../../env.ts";
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
      const responseText = await response.text().catch(() => "");
      if (response.ok) return;
      const waitSeconds = Number(response.headers.get("Retry-After") ?? 1);
      if (
        response.status === 429 &&
        attempt < MAX_SEND_ATTEMPTS &&
        waitSeconds <= MAX_WAIT_SECONDS
      ) {
        await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000));
        continue;
      }
      // An earlier attempt with this key already sent the email.
      if (responseText.includes("invalid_idempotent_request")) return;
      throw toMailError(response.status, responseText);
    }
  };
}

/** Checks that the provider responds and accepts our key, by sending an empty email that it must reject. */
export async function checkMailApi(settings: Settings, timeoutMs: number): Promise<void> {
  const { status } = await postToProvider(settings, "{}", timeoutMs);
  if (status === 401 || status === 403)
    throw new MailRefusedError(`The provider returned ${status}`);
  if (status >= 500) throw new MailUnavailableError(`The provider returned ${status}`);
}

const createBody = (mail: OutgoingMail) => ({
  from: formatAddress(mail.from),
  to: [mail.to.address],
  reply_to: mail.replyTo,
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  headers: { ...createExtraHeaders(mail), "X-Entity-Ref-ID": mail.key },
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

/** Statuses that mean a problem with this email. All others mean a problem with our setup or the provider. */
const REFUSAL_STATUSES = new Set([400, 413, 422]);

function toMailError(status: number, responseText: string): Error {
  const message = `The email provider returned ${status}: ${responseText.slice(0, 300)}`;
  if (REFUSAL_STATUSES.has(status)) return new MailRefusedError(message);
  // 409: the provider is still processing an earlier attempt with this key.
  return status === 409 ? new Error(message) : new MailUnavailableError(message);
}
