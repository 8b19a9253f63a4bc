import net from "node:net";
import tls from "node:tls";

export interface ReceivedEmail {
  readonly from: string;
  readonly to: string;
  /** Unfolded headers by lower-case name; a repeated header has several values. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly raw: string;
}

type Step = "connect" | "EHLO" | "AUTH" | "MAIL" | "RCPT" | "DATA" | "content";
/** Replaces the usual reply: `silent` never replies, `drop` closes the connection. */
type Reply = string;

/** A minimal SMTP server whose replies a test can change step by step. */
export class SmtpDouble {
  readonly receivedEmails: ReceivedEmail[] = [];
  /** The user and password of each sign-in. */
  readonly logins: string[] = [];
  behavior: Partial<Record<Step, Reply>> = {};
  connectionCount = 0;
  /** The addresses of mailboxes that don't exist. */
  readonly missingMailboxes = new Set<string>();
  /** Called for each email before the reply; unless it returns true, the email is lost without a reply. */
  accepts: (mail: ReceivedEmail) => boolean = () => true;
  /** Offers STARTTLS with this certificate. */
  certificate: { readonly key: string; readonly cert: string } | undefined;
  readonly #sockets = new Set<net.Socket>();
  readonly #server = net.createServer((socket) => {
    this.#accept(socket, "connect");
    this.connectionCount += 1;
  });

  get openConnectionCount(): number {
    return this.#sockets.size;
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return (this.#server.address() as net.AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(socket: net.Socket, firstStep: Step | undefined): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    const session = { from: "", to: "", content: undefined as string[] | undefined };
    const reply = (step: Step | undefined, defaultReply: string) => {
      const chosenReply = (step && this.behavior[step]) ?? defaultReply;
      if (chosenReply === "drop") socket.destroy();
      else if (chosenReply !== "silent" && !socket.destroyed) socket.write(`${chosenReply}\r\n`);
      return chosenReply.startsWith("2") || chosenReply.startsWith("3");
    };
    if (firstStep !== undefined) reply(firstStep, "220 double.example.org");

    const handleCommand = (line: string): void => {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === "EHLO") {
        const offersStartTls = this.certificate && !(socket instanceof tls.TLSSocket);
        const startTlsLine = offersStartTls ? "250-STARTTLS\r\n" : "";
        reply("EHLO", `250-double.example.org\r\n${startTlsLine}250-AUTH PLAIN\r\n250 8BITMIME`);
      } else if (verb === "STAR" && this.certificate) {
        reply(undefined, "220 go ahead");
        socket.removeAllListeners("data");
        this.#accept(new tls.TLSSocket(socket, { isServer: true, ...this.certificate }), undefined);
      } else if (verb === "AUTH") {
        const [, user, password] = Buffer.from(line.split(" ")[2] ?? "", "base64")
          .toString()
          .split("\0");
        this.logins.push(`${user}:${password}`);
        reply("AUTH", "235 welcome");
      } else if (verb === "MAIL") {
        session.from = parseAddress(line);
        reply("MAIL", "250 ok");
      } else if (verb === "RCPT") {
        session.to = parseAddress(line);
        const isMissing = this.missingMailboxes.has(session.to);
        reply("RCPT", isMissing ? "550 5.1.1 no such mailbox" : "250 ok");
      } else if (verb === "DATA") {
        if (reply("DATA", "354 go on")) session.content = [];
      } else if (verb === "QUIT") {
        socket.end("221 bye\r\n");
      } else reply(undefined, verb === "RSET" ? "250 ok" : "502 not implemented");
    };

    let unreadText = "";
    socket.on("data", (chunk) => {
      const lines = (unreadText + chunk.toString()).split("\r\n");
      unreadText = lines.pop() ?? "";
      for (const line of lines) {
        if (session.content === undefined) handleCommand(line);
        else if (line === ".") {
          const mail = readEmail(session.from, session.to, session.content.join("\r\n"));
          session.content = undefined;
          if (/^[45]/.test(this.behavior.content ?? "")) reply("content", "");
          else if (this.accepts(mail)) {
            this.receivedEmails.push(mail);
            reply("content", "250 queued");
          }
        } else session.content.push(line.replace(/^\.\./, "."));
      }
    });
  }
}

const parseAddress = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? "";

function readEmail(from: string, to: string, raw: string): ReceivedEmail {
  const headers = new Map<string, string[]>();
  const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replaceAll(/\r\n[ \t]+/g, " ");
  for (const line of head.split("\r\n")) {
    const [name = "", value = ""] = line.split(/:\s*(.*)/s);
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  return { from, to, headers, raw };
}
