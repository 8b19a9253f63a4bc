import type { IncomingMessage, ServerResponse } from "node:http";
import { PERSONAL_HEADERS } from "../../../web/edge/responses.ts";
import { dropHopByHopHeaders } from "../gateway/messages.ts";

/** An answer that is the same for every visitor, as it was sent to the first of them. */
interface Answer {
  readonly headers: Headers;
  readonly body: Buffer;
}

type Headers = Record<string, string | string[]>;

/** An answer with the moment at which it began to be computed. */
interface Copy extends Answer {
  readonly startedAt: number;
  readonly writeCount: number;
}

interface Entry {
  copy: Copy;
  /** The newest computation that is still going on. */
  pending?: { readonly result: Promise<Copy | undefined>; readonly writeCount: number };
}

/** From this many reads at once on, and for a while afterward, visitors get copies. */
const BUSY_READ_COUNT = 6;
const BUSY_MS = 2000;
/** While it's busy, a copy is renewed once it's this old. Until the new one is there, visitors get the old one. */
const FRESH_MS = 1000;
/** The functions allow 60 seconds (s-maxage). */
const KEEP_MS = 60_000;
const MAX_KEYS = 200;
const GONE_STATUSES: ReadonlySet<number> = new Set([301, 404, 410]);

/**
 * Answers many visitors with one copy while the site is busy, as a CDN does, so that pages don't take the time that
 * checkouts need. When it isn't, every answer is computed, so that a change shows at once. A write by somebody who is logged
 * in outdates all copies, also those that are being computed.
 */
export class SharedAnswers {
  readonly #entries = new Map<string, Entry>();
  #runningCount = 0;
  #busyUntil = 0;
  #writeCount = 0;

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    compute: () => Promise<void>,
  ): Promise<void> {
    if (request.method !== "GET") {
      this.#noteWrite(request, response);
      return compute();
    }
    if (PERSONAL_HEADERS.some((name) => request.headers[name] !== undefined)) return compute();
    const key = `${request.headers["accept-encoding"]} ${request.url}`;
    const copy = await this.#findCopy(this.#entries.get(key));
    if (copy) return sendCopy(request, response, copy);
    return this.#computeAndKeep(key, response, compute);
  }

  #noteWrite({ headers }: IncomingMessage, response: ServerResponse): void {
    if (headers.authorization === undefined) return;
    const count = () => (this.#writeCount += 1);
    count();
    response.once("close", count).once("finish", count);
  }

  #isBusy(now: number): boolean {
    if (this.#runningCount >= BUSY_READ_COUNT) this.#busyUntil = now + BUSY_MS;
    return now < this.#busyUntil;
  }

  async #findCopy(entry: Entry | undefined): Promise<Copy | undefined> {
    const now = performance.now();
    if (entry === undefined || !this.#isBusy(now)) return undefined;
    const { copy, pending } = entry;
    const isRenewed = pending !== undefined && pending.writeCount === this.#writeCount;
    const age = now - copy.startedAt;
    if (copy.writeCount === this.#writeCount && age < (isRenewed ? KEEP_MS : FRESH_MS)) return copy;
    return isRenewed ? pending.result : undefined;
  }

  async #computeAndKeep(
    key: string,
    response: ServerResponse,
    compute: () => Promise<void>,
  ): Promise<void> {
    const [startedAt, writeCount] = [performance.now(), this.#writeCount];
    const result = recordAnswer(response).then(
      (answer): Copy | undefined => answer && { ...answer, startedAt, writeCount },
    );
    // Only a read that was shared before is waited for: others may be personal, or may never end.
    const entry = this.#entries.get(key);
    const pending = { result, writeCount };
    if (entry) {
      entry.pending = pending;
      this.#runningCount += 1;
    }
    void this.#settle(key, response, pending, entry);
    await compute();
  }

  async #settle(
    key: string,
    response: ServerResponse,
    pending: NonNullable<Entry["pending"]>,
    entry: Entry | undefined,
  ): Promise<void> {
    const copy = await pending.result;
    if (entry) this.#runningCount -= 1;
    if (entry?.pending === pending) delete entry.pending;
    if (copy) this.#keep(key, copy);
    else if (GONE_STATUSES.has(response.statusCode)) this.#entries.delete(key);
  }

  #keep(key: string, copy: Copy): void {
    const entry = this.#entries.get(key);
    if (entry) {
      if (copy.startedAt > entry.copy.startedAt) entry.copy = copy;
      return;
    }
    const [oldestKey] = this.#entries.keys();
    if (this.#entries.size >= MAX_KEYS && oldestKey !== undefined) this.#entries.delete(oldestKey);
    this.#entries.set(key, { copy });
  }
}

function sendCopy(request: IncomingMessage, response: ServerResponse, copy: Copy): void {
  const { headers, body } = copy;
  const { etag } = headers;
  if (typeof etag === "string" && request.headers["if-none-match"]?.includes(etag)) {
    const { "content-length": _, ...otherHeaders } = headers;
    response.writeHead(304, otherHeaders).end();
    return;
  }
  response.writeHead(200, { ...headers, "content-length": body.length }).end(body);
}

type Send = (...sent: unknown[]) => never;

/** Resolves once the answer is sent, to undefined if it isn't one that CDNs may share, or isn't whole. */
function recordAnswer(response: ServerResponse): Promise<Answer | undefined> {
  const chunks: Buffer[] = [];
  let headers: Headers | undefined;
  const collect = (chunk: unknown) => {
    if (headers && (typeof chunk === "string" || chunk instanceof Uint8Array))
      chunks.push(Buffer.from(chunk as Uint8Array));
  };
  const writeHead = response.writeHead.bind(response) as Send;
  response.writeHead = ((status: number, sentHeaders: Headers = {}) => {
    const allHeaders = { ...response.getHeaders(), ...sentHeaders } as Headers;
    if (status === 200 && isShared(allHeaders)) headers = dropHopByHopHeaders(allHeaders);
    return writeHead(status, sentHeaders);
  }) as typeof response.writeHead;
  const write = response.write.bind(response) as Send;
  response.write = ((...sent: unknown[]) => {
    collect(sent[0]);
    return write(...sent);
  }) as typeof response.write;
  const end = response.end.bind(response) as Send;
  response.end = ((...sent: unknown[]) => {
    collect(sent[0]);
    return end(...sent);
  }) as typeof response.end;
  return new Promise((resolve) => {
    response.once("close", () => {
      const isWhole = headers && response.writableFinished;
      resolve(isWhole ? { headers: headers!, body: Buffer.concat(chunks) } : undefined);
    });
  });
}

const isShared = (headers: Headers): boolean =>
  ["cache-control", "cdn-cache-control"].some((name) =>
    /\bs-maxage=[1-9]/.test(String(headers[name])),
  );
