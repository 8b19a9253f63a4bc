import { once } from "node:events";
import net from "node:net";

const START_UP = 196_608;
const FRAMES = /^(begin|commit|rollback)\b/i;

/** A proxy to the database that counts statements, without those that begin or end a transaction. */
export interface StatementCounter {
  readonly databaseUrl: string;
  count: number;
  stop(): void;
}

export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
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
      counter.count += messages.read(chunk).filter((text) => !FRAMES.test(text)).length;
    });
    client.pipe(database).pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const through = new URL(databaseUrl);
  through.port = String((server.address() as net.AddressInfo).port);
  const counter: StatementCounter = {
    databaseUrl: through.href,
    count: 0,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return counter;
}

/** Parses Postgres's client protocol: each message has a type and a length, and the first messages have no type. */
class ClientMessages {
  #rest: Buffer = Buffer.alloc(0);
  #hasStarted = false;
  readonly #prepared = new Map<string, string>();
  #bound = "";

  /** Returns the text of the statements that the client executes. */
  read(chunk: Buffer): string[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const statements: string[] = [];
    for (;;) {
      const typeLength = this.#hasStarted ? 1 : 0;
      if (this.#rest.length < typeLength + 4) return statements;
      const end = typeLength + this.#rest.readUInt32BE(typeLength);
      if (this.#rest.length < end) return statements;
      const content = this.#rest.subarray(typeLength + 4, end);
      const type = this.#hasStarted ? this.#rest.toString("latin1", 0, 1) : "";
      this.#rest = this.#rest.subarray(end);
      if (!this.#hasStarted) this.#hasStarted = content.readUInt32BE(0) === START_UP;
      const text = this.#executedBy(type, content.toString("utf8").split("\0"));
      if (text !== undefined) statements.push(text.trimStart());
    }
  }

  #executedBy(type: string, [first = "", second = ""]: readonly string[]): string | undefined {
    if (type === "P") this.#prepared.set(first, second);
    if (type === "B") this.#bound = second;
    if (type === "E") return this.#prepared.get(this.#bound) ?? "";
    return type === "Q" ? first : undefined;
  }
}
