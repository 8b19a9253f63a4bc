import net from "node:net";

/** PostgreSQL's message for a commit, and the status of a completed donation: its length and text. */
const COMMITTED = Buffer.from("COMMIT\0");
const COMPLETED_STATUS = Buffer.from("\0\0\0\tcompleted");

/**
 * A proxy between the functions and their database. Once armed, it drops the confirmation of a donation's commit: the
 * row exists, but the function doesn't know.
 */
export class CommitTrap {
  readonly #server = net.createServer((client) => this.#accept(client));
  readonly #portOfDatabase: () => Promise<number>;
  #spring: (() => void) | undefined;
  #left = 0;

  constructor(portOfDatabase: () => Promise<number>) {
    this.#portOfDatabase = portOfDatabase;
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return (this.#server.address() as net.AddressInfo).port;
  }

  /** Calls `trigger` at the given number of commits from now. */
  set(commits: number, trigger: () => void): void {
    this.#left = commits;
    this.#spring = trigger;
  }

  #accept(client: net.Socket): void {
    client.on("error", () => client.destroy());
    client.pause();
    this.#portOfDatabase().then(
      (port) => this.#join(client, net.connect(port, "127.0.0.1")),
      () => client.destroy(),
    );
  }

  #join(client: net.Socket, database: net.Socket): void {
    let isGift = false;
    database.on("error", () => client.destroy());
    database.on("close", () => client.destroy());
    client.on("close", () => database.destroy());
    client.pipe(database);
    database.on("data", (chunk: Buffer) => {
      isGift ||= chunk.includes(COMPLETED_STATUS);
      if (isGift && chunk.includes(COMMITTED)) {
        isGift = false;
        if (this.#spring !== undefined && --this.#left === 0) {
          const trigger = this.#spring;
          this.#spring = undefined;
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
