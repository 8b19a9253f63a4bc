import net from "node:net";
import tls from "node:tls";
import { createTransport } from "nodemailer";
import type { Environment } from "../../env.ts";
import {
  createExtraHeaders,
  MailRefusedError,
  MailUnavailableError,
  type OutgoingMail,
  type SendMail,
} from "./transport.ts";

type Settings = Pick<
  Environment,
  "SMTP_HOST" | "SMTP_PORT" | "SMTP_USER" | "SMTP_PASSWORD" | "SMTP_TLS" | "SMTP_CA" | "SITE_URL"
>;

const TIMEOUTS_MS = { connect: 10_000, send: 25_000 };
const IMPLICIT_TLS_PORT = 465;

const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "::1"]);

/** Opens one connection per email: volume is low, and a suspended function can't keep connections open. */
export function createSmtpTransport(settings: Settings, timeouts = TIMEOUTS_MS): SendMail {
  return async (mail) => {
    const progress = { isContentSent: false };
    const { transport, close } = await openTransport(settings, timeouts, progress);
    try {
      await transport.sendMail({
        ...createMessage(mail),
        signal: AbortSignal.timeout(timeouts.send),
      });
    } catch (error) {
      throw toMailError(error, progress);
    } finally {
      close();
    }
  };
}

/** Checks the connection and the login. */
export async function checkSmtp(settings: Settings, timeoutMs: number): Promise<void> {
  const { transport, close } = await openTransport(settings, {
    connect: timeoutMs,
    send: timeoutMs,
  });
  try {
    await transport.verify();
  } catch (error) {
    if ((error as { code?: unknown }).code === "EAUTH") throw new MailRefusedError(String(error));
    throw toMailError(error);
  } finally {
    close();
  }
}

interface Progress {
  /** True once the server has asked for the content (354), so we can't know whether it accepted the email. */
  isContentSent: boolean;
}

/** Follows the server's replies through nodemailer's log, which is the only place that reports them all. */
function createReplyLog(progress: Progress) {
  const ignore = () => {};
  const debug = ({ tnx }: { readonly tnx?: string }, line: unknown) => {
    if (tnx === "server" && String(line).startsWith("354")) progress.isContentSent = true;
  };
  return {
    level: ignore,
    trace: ignore,
    debug,
    info: ignore,
    warn: ignore,
    error: ignore,
    fatal: ignore,
  };
}

async function openTransport(
  settings: Settings,
  timeouts: typeof TIMEOUTS_MS,
  progress: Progress = { isContentSent: false },
) {
  const { SMTP_HOST: host = "", SMTP_PORT: port, SMTP_USER: user, SMTP_PASSWORD: pass } = settings;
  const isSecure = port === IMPLICIT_TLS_PORT;
  const defaultTls = LOCAL_HOSTS.has(host) ? "optional" : "required";
  // We open the socket ourselves, because nodemailer resolves host names in a way that the runtime forbids.
  const tlsOptions = settings.SMTP_CA === undefined ? {} : { ca: settings.SMTP_CA };
  const connection = await openSocket(
    { host, port, secure: isSecure, tlsOptions },
    timeouts.connect,
  );
  const transport = createTransport({
    connection,
    host,
    port,
    secure: isSecure,
    secured: isSecure,
    tls: tlsOptions,
    requireTLS: (settings.SMTP_TLS ?? defaultTls) === "required",
    name: new URL(settings.SITE_URL).hostname,
    ...(user !== undefined && { auth: { user, pass: pass ?? "" } }),
    greetingTimeout: timeouts.connect,
    socketTimeout: timeouts.send,
    logger: createReplyLog(progress),
    debug: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const close = () => {
    transport.close();
    connection.destroy();
  };
  return { transport, close };
}

const createMessage = (mail: OutgoingMail) => {
  const { key, from, replyTo, to, subject, html, text, attachment } = mail;
  return {
    messageId: `<${key}@${from.address.split("@")[1]}>`,
    from,
    replyTo,
    to,
    subject,
    html,
    text,
    headers: createExtraHeaders(mail),
    ...(attachment && {
      attachments: [
        {
          filename: attachment.name,
          contentType: attachment.mediaType,
          content: attachment.content,
        },
      ],
    }),
  };
};

interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** Certificate authority to trust if the server's certificate isn't from a public authority. */
  readonly tlsOptions: { readonly ca?: string };
}

function openSocket(
  { host, port, secure, tlsOptions }: MailServer,
  timeoutMs: number,
): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = secure
      ? tls.connect({
          host,
          port,
          ...tlsOptions,
          ...(net.isIP(host) === 0 && { servername: host }),
        })
      : net.connect({ host, port });
    const fail = (reason: string) => {
      clearTimeout(timer);
      socket.destroy();
      reject(new MailUnavailableError(`The mail server can't be reached: ${reason}`));
    };
    const timer = setTimeout(() => fail("no response in time"), timeoutMs);
    const onError = (error: Error) => fail(error.message);
    socket.once("error", onError);
    socket.once(secure ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      socket.off("error", onError);
      // An error before nodemailer attaches its listener would crash the function.
      socket.on("error", () => {});
      resolve(socket);
    });
  });
}

/**
 * In RFC 3463, 5.7 means that the receiver's policy (such as SPF or DMARC) rejected the email, and 5.3 means that its
 * mail system has a problem, except for 5.3.4 (the email is too big). In these cases, the mailbox itself may be fine.
 */
const POLICY_OR_SYSTEM_STATUS = /^\d{3}[ -](5\.7\.\d|[45]\.3\.(?!4\b)\d)/m;

/**
 * Matches what providers say when we have sent too many emails, such as "454 Throttling failure: Daily message quota
 * exceeded" or "550 5.4.5 Daily user sending limit exceeded". The recipient's mailbox can be over its quota, too.
 */
const SENDING_LIMIT = [
  /\b(daily|hourly|monthly|sending|submission|credits|throttl\w+|rate|per (second|minute|hour|day|month)|messages)\b/i,
  /\b(quota|limit\w*|exceed\w*|throttl\w+|too many)\b/i,
];
const RECIPIENT_LIMIT = /\b(mailbox|receiv\w+|size|storage|[45]\.2\.\d+)\b/i;

const isSendingLimit = (reply: string): boolean =>
  SENDING_LIMIT.every((words) => words.test(reply)) && !RECIPIENT_LIMIT.test(reply);

/** Rejections of the recipient or the message concern this email; everything else concerns our setup. */
function toMailError(
  error: unknown,
  { isContentSent }: Progress = { isContentSent: false },
): Error {
  const { code, command, permanent, message, response } = error as Partial<Record<string, unknown>>;
  const text = String(message);
  const reply = typeof response === "string" ? response : "";
  if (isSendingLimit(reply)) return new MailUnavailableError(text, { reason: "limit" });
  // 421: the server is closing the connection, whatever the command was.
  if (POLICY_OR_SYSTEM_STATUS.test(reply) || reply.startsWith("421")) {
    return new MailUnavailableError(text);
  }
  const isMailRejected = command === "RCPT TO" || command === "DATA";
  if (isMailRejected && permanent === true) return new MailRefusedError(text);
  if (isMailRejected && permanent === false) return new Error(text);
  if (code === "EENVELOPE" && command === undefined) return new MailRefusedError(text);
  return new MailUnavailableError(text, { mayBeSent: isContentSent && permanent === undefined });
}
