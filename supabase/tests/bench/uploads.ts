import { isDocument } from "../../functions/_shared/rules/report-files.ts";
import type { StackFacts } from "../../local/stack.ts";
import { bombs } from "../picture-bombs.ts";
import type { SentFile } from "../pictures.ts";
import { startBenchFunction } from "./functions.ts";
import { median } from "./median.ts";

const AT_ONCE = 4;
const READ_PATH = "/api/volunteer-highlights";
const QUIET_READS = 100;
/** The longest that another read may take during the checks, in milliseconds. */
const BAR_MS = 1000;
const EDGE_SECRET = "x".repeat(40);

const text = new TextEncoder();
/** Returns an SVG file of comments without a drawing, the worst case for an expression with nested repetitions. */
const comments = (bytes: number) =>
  text.encode("<!---->".repeat(Math.ceil(bytes / 7)).slice(0, bytes));

type SendRequest = (path: string, method: string, body?: object) => Promise<Response>;

/** Returns a function that sends each request from a new address, so that no rate limit applies. */
function requestAsNewVisitors(apiUrl: string): SendRequest {
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
async function timeRead(sendRequest: SendRequest): Promise<number> {
  const startedAt = performance.now();
  await (await sendRequest(READ_PATH, "GET")).text();
  return performance.now() - startedAt;
}

/** Uploads a file and returns its URL. */
async function uploadFile(sendRequest: SendRequest, { bytes, type }: SentFile): Promise<string> {
  const { uploadURL } = (await (await sendRequest("/api/testimonials/upload", "POST")).json()) as {
    uploadURL: string;
  };
  const putOptions = { method: "PUT", headers: { "Content-Type": type }, body: bytes };
  await (await fetch(uploadURL, putOptions)).text();
  return uploadURL;
}

/** Requests the check of an uploaded file and returns the status. */
async function requestCheck(
  sendRequest: SendRequest,
  testimonialImageURL: string,
): Promise<number> {
  const answer = await sendRequest("/api/testimonials/image", "PUT", { testimonialImageURL });
  await answer.text();
  return answer.status;
}

/** Returns the time of the slowest read until `work` is done. */
async function slowestReadUntil(sendRequest: SendRequest, work: Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const donePromise = work.then(() => "done");
  for (;;) {
    times.push(await timeRead(sendRequest));
    if ((await Promise.race([donePromise, Promise.resolve("")])) === "done")
      return Math.max(...times);
  }
}

async function measureQuietReads(sendRequest: SendRequest): Promise<void> {
  for (let warmUp = 0; warmUp < 20; warmUp += 1) await timeRead(sendRequest);
  const quiet: number[] = [];
  while (quiet.length < QUIET_READS) quiet.push(await timeRead(sendRequest));
  const [middle, worst] = [median(quiet), Math.max(...quiet)].map((ms) => ms.toFixed(1));
  console.log(`${"no uploads".padEnd(58)} median ${middle} ms, slowest ${worst} ms`);
}

async function measureReadsDuringChecks(sendRequest: SendRequest): Promise<void> {
  const slowest: number[] = [];
  const remainingUrls: string[] = [];
  for (const { name, make } of bombs) {
    const file = make();
    const addresses: string[] = [];
    while (addresses.length < 2 * AT_ONCE) addresses.push(await uploadFile(sendRequest, file));
    remainingUrls.push(...addresses.splice(AT_ONCE));
    const answers = Promise.all(addresses.map((address) => requestCheck(sendRequest, address)));
    slowest.push(await slowestReadUntil(sendRequest, answers));
    const statuses = (await answers).join(" ");
    console.log(`${name.padEnd(58)} slowest ${slowest.at(-1)?.toFixed(1)} ms  (${statuses})`);
  }
  slowest.push(
    await slowestReadUntil(
      sendRequest,
      Promise.all(remainingUrls.map((address) => requestCheck(sendRequest, address))),
    ),
  );
  const label = `all ${remainingUrls.length} at a time`;
  console.log(`${label.padEnd(58)} slowest ${slowest.at(-1)?.toFixed(1)} ms`);
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
    `\nUploads: ${AT_ONCE} of each at a time, and the slowest read of ${READ_PATH} while they're checked.`,
  );
  try {
    const sendRequest = requestAsNewVisitors(api.url);
    await measureQuietReads(sendRequest);
    await measureReadsDuringChecks(sendRequest);
  } finally {
    await api.stop();
  }
  measureDocumentChecks();
}
