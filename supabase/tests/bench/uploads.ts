import { isDocument } from "../../functions/_shared/rules/report-files.ts";
import type { StackFacts } from "../../local/stack.ts";
import { bombs } from "../picture-bombs.ts";
import type { SentFile } from "../pictures.ts";
import { startBenchFunction } from "./functions.ts";
import { median } from "./median.ts";

const AT_ONCE = 4;
const READ = "/api/volunteer-highlights";
const QUIET_READS = 100;
/** The longest that another read may take during the checks, in milliseconds. */
const BAR_MS = 1000;
const EDGE_SECRET = "x".repeat(40);

const text = new TextEncoder();
/** Fills a file with comments and no drawing, the worst case for an expression with nested repetitions. */
const comments = (bytes: number) =>
  text.encode("<!---->".repeat(Math.ceil(bytes / 7)).slice(0, bytes));

type Ask = (path: string, method: string, body?: object) => Promise<Response>;

/** Returns a function that sends each request from a new address, so that no rate limit applies. */
function requestAsNewVisitors(apiUrl: string): Ask {
  let visitor = 0;
  return (path, method, body) => {
    visitor += 1;
    return fetch(apiUrl + path, {
      method,
      headers: {
        "Content-Type": "application/json",
        "X-Edge-Secret": EDGE_SECRET,
        "X-Visitor-Address": `198.51.${100 + (visitor >> 8)}.${visitor & 255}`,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
}

/** Returns the time of a read in milliseconds. */
async function read(ask: Ask): Promise<number> {
  const startedAt = performance.now();
  await (await ask(READ, "GET")).text();
  return performance.now() - startedAt;
}

/** Uploads a file and returns its URL. */
async function send(ask: Ask, { bytes, type }: SentFile): Promise<string> {
  const { uploadURL } = (await (await ask("/api/testimonials/upload", "POST")).json()) as {
    uploadURL: string;
  };
  const put = { method: "PUT", headers: { "Content-Type": type }, body: bytes };
  await (await fetch(uploadURL, put)).text();
  return uploadURL;
}

/** Requests the check of an uploaded file and returns the status. */
async function check(ask: Ask, testimonialImageURL: string): Promise<number> {
  const answer = await ask("/api/testimonials/image", "PUT", { testimonialImageURL });
  await answer.text();
  return answer.status;
}

/** Returns the time of the slowest read until `work` is done. */
async function slowestReadUntil(ask: Ask, work: Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const done = work.then(() => "done");
  for (;;) {
    times.push(await read(ask));
    if ((await Promise.race([done, Promise.resolve("")])) === "done") return Math.max(...times);
  }
}

async function measureQuietReads(ask: Ask): Promise<void> {
  for (let warmUp = 0; warmUp < 20; warmUp += 1) await read(ask);
  const quiet: number[] = [];
  while (quiet.length < QUIET_READS) quiet.push(await read(ask));
  const [middle, worst] = [median(quiet), Math.max(...quiet)].map((ms) => ms.toFixed(1));
  console.log(`${"no uploads".padEnd(58)} median ${middle} ms, slowest ${worst} ms`);
}

async function measureReadsDuringChecks(ask: Ask): Promise<void> {
  const slowest: number[] = [];
  const all: string[] = [];
  for (const { name, make } of bombs) {
    const file = make();
    const addresses: string[] = [];
    while (addresses.length < 2 * AT_ONCE) addresses.push(await send(ask, file));
    all.push(...addresses.splice(AT_ONCE));
    const answers = Promise.all(addresses.map((address) => check(ask, address)));
    slowest.push(await slowestReadUntil(ask, answers));
    const statuses = (await answers).join(" ");
    console.log(`${name.padEnd(58)} slowest ${slowest.at(-1)?.toFixed(1)} ms  (${statuses})`);
  }
  slowest.push(await slowestReadUntil(ask, Promise.all(all.map((address) => check(ask, address)))));
  const together = `all ${all.length} at a time`;
  console.log(`${together.padEnd(58)} slowest ${slowest.at(-1)?.toFixed(1)} ms`);
  const most = Math.max(...slowest);
  console.log(
    `slowest overall: ${most.toFixed(1)} ms (bar: ${BAR_MS} ms)${most < BAR_MS ? "" : "!"}`,
  );
}

function measureDocumentChecks(): void {
  for (const bytes of [184, 10_000, 10_000_000]) {
    const file = comments(bytes);
    const startedAt = performance.now();
    isDocument("svg", file);
    const ms = (performance.now() - startedAt).toFixed(2);
    console.log(`${bytes} bytes of SVG comments: ${ms} ms`);
  }
}

/** Measures how much uploads by strangers slow down everyone else (threat 55). */
export async function benchUploads(facts: StackFacts): Promise<void> {
  const api = await startBenchFunction("api", facts, { EDGE_SECRET });
  console.log(
    `\nUploads: ${AT_ONCE} of each at a time, and the slowest read of ${READ} while they're checked.`,
  );
  try {
    const ask = requestAsNewVisitors(api.url);
    await measureQuietReads(ask);
    await measureReadsDuringChecks(ask);
  } finally {
    await api.stop();
  }
  measureDocumentChecks();
}
