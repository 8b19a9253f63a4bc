import net from "node:net";
import tls from "node:tls";
import { createTransport } from "nodemailer";
import type { Environment } from "../../env.ts";
import { MailRefused, MailUnavailable, type OutgoingMail, type SendMail } from "./transport.ts";

type Settings = Pick<
  Environment,
  "SMTP_HOST" | "SMTP_PORT" | "SMTP_USER" | "SMTP_PASSWORD" | "SMTP_TLS" | "SMTP_CA" | "SITE_URL"
>;

const PATIENCE_MS = { connect: 10_000, send: 25_000 };
const TLS_FROM_THE_START = 465;

const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "::1"]);

/** Opens one connection per email: volume is low, and a suspended function can't keep connections open. */
export function smtpTransport(settings: Settings, patience = PATIENCE_MS): SendMail {
  return async (mail) => {
    const { transport, close } = await opened(settings, patience);
    try {
      await transport.sendMail({
        ...messageOf(mail),
        signal: AbortSignal.timeout(patience.send),
      });
    } catch (error) {
      throw asMailError(error);
    } finally {
      close();
    }
  };
}

/** Connects and signs in without sending anything. */
export async function greetSmtp(settings: Settings, withinMs: number): Promise<void> {
  const { transport, close } = await opened(settings, { connect: withinMs, send: withinMs });
  try {
    await transport.verify();
  } catch (error) {
    if ((error as { code?: unknown }).code === "EAUTH") throw new MailRefused(String(error));
    throw asMailError(error);
  } finally {
    close();
  }
}

async function opened(settings: Settings, patience: typeof PATIENCE_MS) {
  const { SMTP_HOST: host = "", SMTP_PORT: port, SMTP_USER: user, SMTP_PASSWORD: pass } = settings;
  const secure = port === TLS_FROM_THE_START;
  const usual = LOCAL_HOSTS.has(host) ? "optional" : "required";
  // We open the socket, because nodemailer resolves names in a way the functions runtime forbids.
  const trust = settings.SMTP_CA === undefined ? {} : { ca: settings.SMTP_CA };
  const connection = await connected({ host, port, secure, trust }, patience.connect);
  const transport = createTransport({
    connection,
    host,
    port,
    secure,
    secured: secure,
    tls: trust,
    requireTLS: (settings.SMTP_TLS ?? usual) === "required",
    name: new URL(settings.SITE_URL).hostname,
    ...(user !== undefined && { auth: { user, pass: pass ?? "" } }),
    greetingTimeout: patience.connect,
    socketTimeout: patience.send,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const close = () => {
    transport.close();
    connection.destroy();
  };
  return { transport, close };
}

const messageOf = ({ key, from, replyTo, to, subject, html, text }: OutgoingMail) => ({
  messageId: `<${key}@${from.address.split("@")[1]}>`,
  from,
  replyTo,
  to,
  subject,
  html,
  text,
  headers: { "Auto-Submitted": "auto-generated" },
});

interface Server {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** Certificate authority to trust if the server's certificate isn't publicly signed. */
  readonly trust: { readonly ca?: string };
}

function connected({ host, port, secure, trust }: Server, withinMs: number): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = secure
      ? tls.connect({ host, port, ...trust, ...(net.isIP(host) === 0 && { servername: host }) })
      : net.connect({ host, port });
    const fail = (reason: string) => {
      clearTimeout(timer);
      socket.destroy();
      reject(new MailUnavailable(`The mail server can't be reached: ${reason}`));
    };
    const timer = setTimeout(() => fail("no answer in time"), withinMs);
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

/** RFC 3463: 5.7 is the receiver's policy (such as SPF and DMARC), 5.3 its system. Neither concerns the mailbox. */
const ABOUT_US = /^\d{3}[ -]5\.[37]\.\d/m;

/** Rejections of the recipient or the message concern this email; everything else concerns our setup. */
function asMailError(error: unknown): Error {
  const { code, command, permanent, message, response } = error as Partial<Record<string, unknown>>;
  const said = String(message);
  if (ABOUT_US.test(String(response))) return new MailUnavailable(said);
  const isAboutMail = command === "RCPT TO" || command === "DATA";
  if (isAboutMail && permanent === true) return new MailRefused(said);
  if (isAboutMail && permanent === false) return new Error(said);
  if (code === "EENVELOPE" && command === undefined) return new MailRefused(said);
  return new MailUnavailable(said);
}
