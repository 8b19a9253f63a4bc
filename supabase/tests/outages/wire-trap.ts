import { once } from "node:events";
import net from "node:net";

/** A moment on the wire: the nth piece of traffic in one direction that contains the text. */
export interface WireMoment {
  readonly direction: "request" | "response";
  readonly text: string;
  readonly count?: number;
}

/**
 * Called when the armed moment arrives. The traffic waits for the returned promise, or is held back forever if there is
 * none.
 */
type Trigger = () => Promise<unknown> | undefined;

/** A proxy in front of a server. It calls a trigger when the chosen traffic passes through. */
export class WireTrap {
  readonly #server = net.createServer((client) => this.#accept(client));
  readonly #target: URL;
  readonly #clients = new Set<net.Socket>();
  #armed: { moment: WireMoment; remaining: number; trigger: Trigger } | undefined;

  private constructor(target: string) {
    this.#target = new URL(target);
  }

  static async create(target: string): Promise<WireTrap> {
    const trap = new WireTrap(target);
    await new Promise<void>((resolve) => trap.#server.listen(0, "127.0.0.1", resolve));
    return trap;
  }

  /** The target's URL, through this proxy. */
  get url(): string {
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${(this.#server.address() as net.AddressInfo).port}`;
    return url.href.replace(/\/$/, "");
  }

  arm(moment: WireMoment, trigger: Trigger): void {
    this.#armed = { moment, remaining: moment.count ?? 1, trigger };
  }

  /** Ends all connections, as a network failure would. */
  disconnect(): void {
    for (const client of this.#clients) client.destroy();
  }

  /** Sends a last message to all clients and ends their connections, as a server does that ends their sessions. */
  async endSessions(message: Buffer): Promise<void> {
    const clients = [...this.#clients];
    for (const client of clients) client.end(message);
    await Promise.all(clients.map((client) => once(client, "close")));
  }

  close(): void {
    this.#server.close();
  }

  #accept(client: net.Socket): void {
    this.#clients.add(client);
    client.on("close", () => this.#clients.delete(client));
    const server = net.connect(Number(this.#target.port), this.#target.hostname);
    for (const [from, to, direction] of [
      [client, server, "request"],
      [server, client, "response"],
    ] as const) {
      from.setNoDelay();
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
      from.on("data", (chunk: Buffer) => {
        if (this.#isMoment(direction, chunk)) void this.#spring()?.then(() => to.write(chunk));
        else to.write(chunk);
      });
    }
  }

  #isMoment(direction: WireMoment["direction"], chunk: Buffer): boolean {
    const armedMoment = this.#armed;
    if (armedMoment?.moment.direction !== direction || !chunk.includes(armedMoment.moment.text))
      return false;
    armedMoment.remaining--;
    return armedMoment.remaining === 0;
  }

  #spring(): Promise<unknown> | undefined {
    const armedMoment = this.#armed;
    this.#armed = undefined;
    return armedMoment?.trigger();
  }
}
