import net from "node:net";

/** PostgreSQL's message for a commit, and the status of a completed donation: its length and text. */
const COMMIT_MESSAGE = Buffer.from("COMMIT\0");
const COMPLETED_STATUS = Buffer.from("\0\0\0\tcompleted");

/**
 * A proxy between the functions and their database. Once armed, it drops the confirmation of a donation's commit: the
 * row exists, but the function doesn't know.
 */
export class CommitTrap {
  readonly #server = net.createServer((client) => this.#accept(client));
  readonly #readDatabasePort: () => Promise<number>;
  #trigger: (() => void) | undefined;
  #remainingCommits = 0;

  constructor(readDatabasePort: () => Promise<number>) {
    this.#readDatabasePort = readDatabasePort;
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return (this.#server.address() as net.AddressInfo).port;
  }

  /** Calls `trigger` after the given number of commits. */
  arm(commitCount: number, trigger: () => void): void {
    this.#remainingCommits = commitCount;
    this.#trigger = trigger;
  }

  /** Forgets the trigger if it wasn't called. */
  disarm(): void {
    this.#trigger = undefined;
  }

  #accept(client: net.Socket): void {
    client.on("error", () => client.destroy());
    client.pause();
    this.#readDatabasePort()
      .then((port) => this.#connect(client, net.connect(port, "127.0.0.1")))
      // The file with the port is missing or incomplete while the database starts.
      .catch(() => client.destroy());
  }

  #connect(client: net.Socket, database: net.Socket): void {
    let hasSeenCompletion = false;
    database.on("error", () => client.destroy());
    database.on("close", () => client.destroy());
    client.on("close", () => database.destroy());
    client.pipe(database);
    database.on("data", (chunk: Buffer) => {
      hasSeenCompletion ||= chunk.includes(COMPLETED_STATUS);
      if (hasSeenCompletion && chunk.includes(COMMIT_MESSAGE)) {
        hasSeenCompletion = false;
        if (this.#trigger !== undefined && --this.#remainingCommits === 0) {
          const trigger = this.#trigger;
          this.#trigger = undefined;
          database.pause();
          return trigger();
        }
      }
      client.write(chunk);
    });
  }

  close(): void {
    this.#server.close();
  }
}
