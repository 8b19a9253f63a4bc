import net from "node:net";

/** A moment on the wire: the nth piece of traffic in one direction that contains the text. */
export interface WireMoment {
  readonly direction: "request" | "response";
  readonly text: string;
  readonly count?: number;
}

/** A proxy in front of a server. At an armed moment, it holds the traffic back for good and calls the trigger. */
export class WireTrap {
  readonly #server = net.createServer((client) => this.#accept(client));
  readonly #target: URL;
  readonly #clients = new Set<net.Socket>();
  #armed: { moment: WireMoment; remaining: number; trigger: () => void } | undefined;

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

  arm(moment: WireMoment, trigger: () => void): void {
    this.#armed = { moment, remaining: moment.count ?? 1, trigger };
  }

  /** Ends all connections, like a network that fails. */
  cut(): void {
    for (const client of this.#clients) client.destroy();
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
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
      from.on("data", (chunk: Buffer) => {
        if (!this.#isSprung(direction, chunk)) to.write(chunk);
      });
    }
  }

  #isSprung(direction: WireMoment["direction"], chunk: Buffer): boolean {
    const armed = this.#armed;
    if (armed?.moment.direction !== direction || !chunk.includes(armed.moment.text)) return false;
    if (armed.remaining > 0) armed.remaining--;
    if (armed.remaining > 0) return false;
    this.#armed = undefined;
    armed.trigger();
    return true;
  }
}
