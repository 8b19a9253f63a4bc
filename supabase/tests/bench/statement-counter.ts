import { once } from "node:events";
import net from "node:net";

const PROTOCOL_VERSION = 196_608;
const TRANSACTION_COMMANDS = /^(begin|commit|rollback)\b/i;

/** A proxy to the database that counts statements, except those that begin or end a transaction. */
export interface StatementCounter {
  readonly databaseUrl: string;
  count: number;
  stop(): void;
}

export async function startStatementCounter(databaseUrl: string): Promise<StatementCounter> {
  const target = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const database = net.connect(Number(target.port), target.hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
    }
    const messages = new ClientMessages();
    client.on("data", (chunk) => {
      counter.count += messages
        .read(chunk)
        .filter((text) => !TRANSACTION_COMMANDS.test(text)).length;
    });
    client.pipe(database).pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxyUrl = new URL(databaseUrl);
  proxyUrl.port = String((server.address() as net.AddressInfo).port);
  const counter: StatementCounter = {
    databaseUrl: proxyUrl.href,
    count: 0,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return counter;
}

/**
 * Parses Postgres's client protocol. Each message has a type and a length, except that the first messages have no type.
 */
class ClientMessages {
  #unreadBytes: Buffer = Buffer.alloc(0);
  #hasStarted = false;
  readonly #preparedStatements = new Map<string, string>();
  #boundStatement = "";

  /** Returns the text of the statements that the client executes. */
  read(chunk: Buffer): string[] {
    this.#unreadBytes = Buffer.concat([this.#unreadBytes, chunk]);
    const statements: string[] = [];
    for (;;) {
      const typeLength = this.#hasStarted ? 1 : 0;
      if (this.#unreadBytes.length < typeLength + 4) return statements;
      const end = typeLength + this.#unreadBytes.readUInt32BE(typeLength);
      if (this.#unreadBytes.length < end) return statements;
      const content = this.#unreadBytes.subarray(typeLength + 4, end);
      const type = this.#hasStarted ? this.#unreadBytes.toString("latin1", 0, 1) : "";
      this.#unreadBytes = this.#unreadBytes.subarray(end);
      if (!this.#hasStarted) this.#hasStarted = content.readUInt32BE(0) === PROTOCOL_VERSION;
      const text = this.#readExecutedStatement(type, content.toString("utf8").split("\0"));
      if (text !== undefined) statements.push(text.trimStart());
    }
  }

  #readExecutedStatement(
    type: string,
    [first = "", second = ""]: readonly string[],
  ): string | undefined {
    if (type === "P") this.#preparedStatements.set(first, second);
    if (type === "B") this.#boundStatement = second;
    if (type === "E") return this.#preparedStatements.get(this.#boundStatement) ?? "";
    return type === "Q" ? first : undefined;
  }
}
