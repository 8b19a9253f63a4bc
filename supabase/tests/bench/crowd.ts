/**
 * A process of its own, so that it doesn't share an event loop with the stack: 200 visitors who read public pages, and 20
 * donors who give again and again. Prints its figures as JSON.
 */
import { randomInt, randomUUID } from "node:crypto";
import http from "node:http";
import { parseArgs } from "node:util";

const VISITOR_COUNT = 200;
const DONOR_COUNT = 20;
/** A visitor looks at a page for one to three seconds before the next. */
const MIN_LOOK_MS = 1000;
const MAX_LOOK_MS = 3000;
/** Browsers cancel a request after this time (docs/architecture.md, Browser requests). */
const CUT_AFTER_MS = 30_000;
/** A form token is valid three seconds after it's issued. */
const TYPING_MS = 3200;
const AMOUNT = 25;

/** Pages, each with what the app reads once it has loaded. */
const PAGES: readonly (readonly [path: string, ...reads: readonly string[]])[] = [
  ["/", "/api/home"],
  ["/news"],
  ["/donate", "/api/home"],
  ["/who-we-are", "/api/home", "/api/team-members"],
  ["/financial-reports", "/api/home", "/api/financial-reports/published"],
];

interface Answer {
  readonly status: number;
  readonly text: string;
}

interface RequestOptions {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a group of people waited for. */
class Waits {
  readonly milliseconds: number[] = [];
  readonly byPath = new Map<string, number[]>();
  cut = 0;
  unavailable = 0;
  readonly refusals = new Set<string>();

  add(path: string, milliseconds: number, answer: Answer | undefined): void {
    this.milliseconds.push(milliseconds);
    const pathWaits = this.byPath.get(path) ?? [];
    pathWaits.push(milliseconds);
    this.byPath.set(path, pathWaits);
    if (answer === undefined) this.cut += 1;
    else if (answer.status === 503) this.unavailable += 1;
    else if (answer.status >= 400)
      this.refusals.add(`${path} ${answer.status} ${answer.text.slice(0, 200)}`);
  }

  summarize() {
    const paths = [...this.byPath].map(([path, values]) => [path, findTail(values)] as const);
    return {
      requests: this.milliseconds.length,
      p95: findTail(this.milliseconds),
      cut: this.cut,
      unavailable: this.unavailable,
      refusals: [...this.refusals],
      byPath: Object.fromEntries(paths),
    };
  }
}

export interface CrowdFigures {
  readonly pages: ReturnType<Waits["summarize"]>;
  readonly checkouts: ReturnType<Waits["summarize"]>;
  /** The attempts that the donor was told have succeeded. */
  readonly confirmedAttempts: readonly string[];
}

const findTail = (values: readonly number[]): number =>
  Math.round(values.toSorted((left, right) => left - right)[Math.floor(values.length * 0.95)] ?? 0);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A person with an address of their own, because rate limits count addresses. */
class Person {
  readonly #siteUrl: URL;
  readonly #waits: Waits;
  readonly #agent: http.Agent;

  constructor(siteUrl: URL, waits: Waits) {
    this.#siteUrl = siteUrl;
    this.#waits = waits;
    const localAddress = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
    // As many connections as a browser opens to one site.
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: 6, localAddress });
  }

  async send(path: string, options: RequestOptions = {}): Promise<Answer | undefined> {
    const startedAt = performance.now();
    const answer = await this.#request(path, options).catch(() => undefined);
    this.#waits.add(path, performance.now() - startedAt, answer);
    return answer;
  }

  #request(path: string, { body, headers }: RequestOptions): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = http.request(
        {
          host: "127.0.0.1",
          port: this.#siteUrl.port,
          path,
          method: body === undefined ? "GET" : "POST",
          agent: this.#agent,
          signal: AbortSignal.timeout(CUT_AFTER_MS),
          headers: {
            Host: this.#siteUrl.host,
            "Accept-Encoding": "br",
            ...(body === undefined ? {} : { "Content-Type": "application/json" }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            const text = Buffer.concat(chunks).toString();
            resolve({ status: response.statusCode ?? 0, text });
          });
        },
      );
      request.on("error", reject);
      request.end(body && JSON.stringify(body));
    });
  }

  leave(): void {
    this.#agent.destroy();
  }
}

async function readPages(person: Person, deadline: number): Promise<void> {
  // Visitors arrive one after another, not all in the same millisecond.
  await pause(randomInt(MAX_LOOK_MS));
  for (let turn = randomInt(PAGES.length); performance.now() < deadline; turn += 1) {
    const [path, ...reads] = PAGES[turn % PAGES.length]!;
    await person.send(path);
    await Promise.all(reads.map((read) => person.send(read)));
    await pause(randomInt(MIN_LOOK_MS, MAX_LOOK_MS));
  }
  person.leave();
}

const parseAnswer = (answer: Answer | undefined): Record<string, string> | undefined =>
  answer?.status === 200 || answer?.status === 201
    ? (JSON.parse(answer.text) as Record<string, string>)
    : undefined;

/** Gives until the deadline. Returns the attempts that succeeded. */
async function give(person: Person, deadline: number): Promise<string[]> {
  const confirmedAttempts: string[] = [];
  await pause(randomInt(MAX_LOOK_MS));
  while (performance.now() < deadline) {
    const checkout = parseAnswer(await person.send("/api/checkout"));
    await pause(TYPING_MS);
    if (checkout === undefined) continue;
    const attempt = randomUUID();
    // The address decides what the demo's payment provider answers.
    const email = `crowd-${attempt}+approved@example.org`;
    const body = { amount: AMOUNT, donorInfo: { firstName: "Crowd", lastName: "Test", email } };
    const headers = { "Idempotency-Key": attempt, "X-Form-Token": String(checkout.formToken) };
    const intent = parseAnswer(await person.send("/api/create-payment-intent", { body, headers }));
    if (intent === undefined) continue;
    const donation = { stripePaymentIntentId: intent.paymentIntentId };
    const answer = parseAnswer(await person.send("/api/create-donation", { body: donation }));
    if (answer !== undefined) confirmedAttempts.push(attempt);
  }
  person.leave();
  return confirmedAttempts;
}

async function visit(siteUrl: URL, seconds: number): Promise<CrowdFigures> {
  const deadline = performance.now() + seconds * 1000;
  const [pages, checkouts] = [new Waits(), new Waits()];
  const visits = Array.from({ length: VISITOR_COUNT }, () =>
    readPages(new Person(siteUrl, pages), deadline),
  );
  const gifts = Array.from({ length: DONOR_COUNT }, () =>
    give(new Person(siteUrl, checkouts), deadline),
  );
  const [confirmedAttempts] = await Promise.all([Promise.all(gifts), Promise.all(visits)]);
  return {
    pages: pages.summarize(),
    checkouts: checkouts.summarize(),
    confirmedAttempts: confirmedAttempts.flat(),
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { site: { type: "string" }, seconds: { type: "string" } },
  });
  const figures = await visit(new URL(values.site!), Number(values.seconds));
  process.stdout.write(JSON.stringify(figures));
}
