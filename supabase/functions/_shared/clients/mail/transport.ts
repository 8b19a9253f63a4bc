import type { Environment } from "../../env.ts";

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

export interface MailAttachment {
  readonly name: string;
  readonly mediaType: string;
  readonly content: string;
}

export interface OutgoingMail {
  /** Stays the same across retries, so the provider drops duplicates. */
  readonly key: string;
  /** Template name, for the log. */
  readonly kind: string;
  readonly from: MailAddress;
  readonly replyTo: string;
  readonly to: MailAddress;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** A file of text, such as a calendar file. */
  readonly attachment?: MailAttachment | undefined;
  /** The URL that an email client calls to unsubscribe the recipient (RFC 8058), if the email has one. */
  readonly unsubscribeUrl?: string | undefined;
}

/**
 * Delivers an email or throws. Errors other than MailRefusedError and MailUnavailableError are temporary and concern this email
 * only.
 */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

/** Thrown when the provider rejects this email for good. */
export class MailRefusedError extends Error {
  override name = "MailRefusedError";
}

export interface UnavailabilityDetails {
  /** `limit`: the provider takes no more emails for now. */
  readonly reason?: "limit" | "outage";
  /** How long to wait, if the provider says so. */
  readonly retryAfterSeconds?: number | undefined;
  /** True if the email may have been accepted although we got no reply, so another attempt may send a second copy. */
  readonly mayBeSent?: boolean;
}

/** Thrown when no email can be delivered now: the provider is down, busy, or rejects our credentials. */
export class MailUnavailableError extends Error {
  override name = "MailUnavailableError";
  readonly reason: "limit" | "outage";
  readonly retryAfterSeconds: number | undefined;
  readonly mayBeSent: boolean;

  constructor(message: string, details: UnavailabilityDetails = {}) {
    super(message);
    this.reason = details.reason ?? "outage";
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.mayBeSent = details.mayBeSent ?? false;
  }
}

/** Returns this deployment's transport, or undefined if none is configured. */
export async function loadMailTransport(environment: Environment): Promise<SendMail | undefined> {
  switch (environment.MAIL_TRANSPORT) {
    case "smtp":
      return (await import("./smtp.ts")).createSmtpTransport(environment);
    case "http":
      return (await import("./mail-api.ts")).createMailApiTransport(environment);
    case "log":
      return (await import("./mail-log.ts")).createLogTransport(environment);
    case undefined:
      return undefined;
  }
}

/**
 * Checks whether emails could be sent now, without sending one. Throws MailRefusedError if the provider rejects our
 * credentials and MailUnavailableError if it doesn't respond.
 */
export async function checkMailTransport(environment: Environment, timeoutMs: number) {
  if (environment.MAIL_TRANSPORT === "smtp") {
    await (await import("./smtp.ts")).checkSmtp(environment, timeoutMs);
  } else if (environment.MAIL_TRANSPORT === "http") {
    await (await import("./mail-api.ts")).checkMailApi(environment, timeoutMs);
  }
}

// oxlint-disable-next-line no-control-regex -- these characters are rejected
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const EMAIL_ADDRESS = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+\.[^\s<>()[\]\\,;:"@]+$/;

/** Returns the headers that every email has, whatever the transport. */
export const createExtraHeaders = ({ unsubscribeUrl }: OutgoingMail): Record<string, string> => ({
  "Auto-Submitted": "auto-generated",
  // Keeps Exchange from answering with out-of-office notes and receipts.
  "X-Auto-Response-Suppress": "All",
  ...(unsubscribeUrl !== undefined && {
    "List-Unsubscribe": `<${unsubscribeUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  }),
});

/** Throws on anything that could inject a header or a recipient (threat 30). */
export function requirePlainHeaders({ from, replyTo, to, subject }: OutgoingMail): void {
  for (const address of [from.address, replyTo, to.address]) {
    if (!EMAIL_ADDRESS.test(address))
      throw new MailRefusedError("An address contains characters that aren't allowed.");
  }
  for (const text of [from.name, to.name, subject]) {
    if (CONTROL_CHARACTER.test(text))
      throw new MailRefusedError("A header contains a line break, which isn't allowed.");
  }
}
