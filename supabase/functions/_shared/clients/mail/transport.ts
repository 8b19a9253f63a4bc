import type { Environment } from "../../env.ts";

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

export interface OutgoingMail {
  /** The same for every try of one mail: the provider drops the second of one name. */
  readonly key: string;
  /** What kind it is, for the log. */
  readonly kind: string;
  readonly from: MailAddress;
  readonly replyTo: string;
  readonly to: MailAddress;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Hands a mail over, or raises; other errors than these two are this mail's own and pass. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

/** Whoever delivers will not take this mail, however often it is asked. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/** Whoever delivers takes no mail at all now: away, busy, or does not know us. */
export class MailUnavailable extends Error {
  override name = "MailUnavailable";
}

/** How this deployment's mails leave; undefined where nobody has decided on it. */
export async function mailTransport(environment: Environment): Promise<SendMail | undefined> {
  switch (environment.MAIL_TRANSPORT) {
    case "smtp":
      return (await import("./smtp.ts")).smtpTransport(environment);
    case "http":
      return (await import("./mail-api.ts")).mailApiTransport(environment);
    case "log":
      return (await import("./mail-log.ts")).logTransport(environment);
    case undefined:
      return undefined;
  }
}

/**
 * Whether mails could leave now: raises MailRefused where whoever delivers does not know us, and MailUnavailable where
 * nobody answers. Sends nothing.
 */
export async function greetMailTransport(environment: Environment, withinMs: number) {
  if (environment.MAIL_TRANSPORT === "smtp") {
    await (await import("./smtp.ts")).greetSmtp(environment, withinMs);
  } else if (environment.MAIL_TRANSPORT === "http") {
    await (await import("./mail-api.ts")).greetMailApi(environment, withinMs);
  }
}

// oxlint-disable-next-line no-control-regex -- these are what is refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const ADDRESS = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+\.[^\s<>()[\]\\,;:"@]+$/;

/** Threats row 30: nothing that could begin another header or name another recipient leaves. */
export function requirePlainHeaders({ from, replyTo, to, subject }: OutgoingMail): void {
  for (const address of [from.address, replyTo, to.address]) {
    if (!ADDRESS.test(address))
      throw new MailRefused("An address contains characters that aren't allowed.");
  }
  for (const text of [from.name, to.name, subject]) {
    if (CONTROL.test(text)) throw new MailRefused("A header would contain a line break.");
  }
}
