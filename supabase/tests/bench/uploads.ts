import { hasMatchingContent } from "../../functions/_shared/rules/report-files.ts";
import type { StackFacts } from "../../local/stack.ts";
import { countedPictures, nestedPictures } from "../nested-pictures.ts";
import { pictureBombs } from "../picture-bombs.ts";
import type { UploadFile } from "../pictures.ts";
import { startBenchFunction } from "./functions.ts";
import { computeMedian } from "./compute-median.ts";

const PARALLEL_UPLOAD_COUNT = 4;
const READ_PATH = "/api/volunteer-highlights";
const QUIET_READ_COUNT = 100;
/** The maximum time that a read may take during the checks, in milliseconds. */
const TARGET_MS = 1000;
/** The maximum processor time of one turn of a check. */
const TURN_TARGET_MS = 50;
const EDGE_SECRET = "x".repeat(40);

interface MeasuredPicture {
  readonly name: string;
  readonly make: () => UploadFile;
}

/** Bombs, files filled with tiny parts, and those that have as many parts as are allowed. */
const measuredPictures: readonly MeasuredPicture[] = [
  ...pictureBombs,
  ...nestedPictures,
  ...countedPictures.map(({ name, make, neededParts }) => ({
    name: `20,000 ${name}`,
    make: () => make(20_000 - neededParts),
  })),
];

const encoder = new TextEncoder();
/** Returns an SVG file of comments without a drawing, the worst case for a regular expression with nested repetitions. */
const createCommentsSvg = (bytes: number) =>
  encoder.encode("<!---->".repeat(Math.ceil(bytes / 7)).slice(0, bytes));

type SendRequest = (path: string, method: string, body?: object) => Promise<Response>;

/** Returns a function that sends each request from a new IP address, so that no rate limit applies. */
function createRequestSender(apiUrl: string): SendRequest {
  let visitorNumber = 0;
  return (path, method, body) => {
    visitorNumber += 1;
    return fetch(apiUrl + path, {
      method,
      headers: {
        "Content-Type": "application/json",
        "X-Edge-Secret": EDGE_SECRET,
        "X-Visitor-Address": `198.51.${100 + (visitorNumber >> 8)}.${visitorNumber & 255}`,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
}

/** Returns how many milliseconds a read takes. */
async function measureRead(sendRequest: SendRequest): Promise<number> {
  const startedAt = performance.now();
  await (await sendRequest(READ_PATH, "GET")).text();
  return performance.now() - startedAt;
}

/** Uploads a file and returns its URL. */
async function uploadFile(sendRequest: SendRequest, { bytes, type }: UploadFile): Promise<string> {
  const { uploadURL } = (await (await sendRequest("/api/testimonials/upload", "POST")).json()) as {
    uploadURL: string;
  };
  const putOptions = { method: "PUT", headers: { "Content-Type": type }, body: bytes };
  await (await fetch(uploadURL, putOptions)).text();
  return uploadURL;
}

/** Requests a check of an uploaded file and returns the status. */
async function requestCheck(
  sendRequest: SendRequest,
  testimonialImageURL: string,
): Promise<number> {
  const response = await sendRequest("/api/testimonials/image", "PUT", { testimonialImageURL });
  await response.text();
  return response.status;
}

/** Reads repeatedly until `work` is done and returns the duration of the slowest read. */
async function measureSlowestReadUntil(
  sendRequest: SendRequest,
  work: Promise<unknown>,
): Promise<number> {
  const times: number[] = [];
  const donePromise = work.then(() => "done");
  for (;;) {
    times.push(await measureRead(sendRequest));
    if ((await Promise.race([donePromise, Promise.resolve("")])) === "done")
      return Math.max(...times);
  }
}

async function measureQuietReads(sendRequest: SendRequest): Promise<void> {
  for (let warmUp = 0; warmUp < 20; warmUp += 1) await measureRead(sendRequest);
  const quietTimes: number[] = [];
  while (quietTimes.length < QUIET_READ_COUNT) quietTimes.push(await measureRead(sendRequest));
  const [medianMs, slowestMs] = [computeMedian(quietTimes), Math.max(...quietTimes)].map((ms) =>
    ms.toFixed(1),
  );
  console.log(`${"no uploads".padEnd(58)} median ${medianMs} ms, slowest ${slowestMs} ms`);
}

async function measureReadsDuringChecks(sendRequest: SendRequest): Promise<void> {
  const slowestTimes: number[] = [];
  const remainingUrls: string[] = [];
  for (const { name, make } of measuredPictures) {
    const file = make();
    const urls: string[] = [];
    while (urls.length < 2 * PARALLEL_UPLOAD_COUNT) urls.push(await uploadFile(sendRequest, file));
    remainingUrls.push(...urls.splice(PARALLEL_UPLOAD_COUNT));
    const checks = Promise.all(urls.map((url) => requestCheck(sendRequest, url)));
    slowestTimes.push(await measureSlowestReadUntil(sendRequest, checks));
    const statuses = (await checks).join(" ");
    console.log(`${name.padEnd(58)} slowest ${slowestTimes.at(-1)?.toFixed(1)} ms  (${statuses})`);
  }
  slowestTimes.push(
    await measureSlowestReadUntil(
      sendRequest,
      Promise.all(remainingUrls.map((url) => requestCheck(sendRequest, url))),
    ),
  );
  const label = `all ${remainingUrls.length} at a time`;
  console.log(`${label.padEnd(58)} slowest ${slowestTimes.at(-1)?.toFixed(1)} ms`);
  const slowestOverallMs = Math.max(...slowestTimes);
  console.log(
    `slowest overall: ${slowestOverallMs.toFixed(1)} ms (target: ${TARGET_MS} ms)${slowestOverallMs < TARGET_MS ? "" : "!"}`,
  );
}

async function measureTurns(facts: StackFacts): Promise<void> {
  console.log("\nThe longest turn of a check, in which nothing else can run (processor time).");
  const checker = await startBenchFunction("picture", facts);
  let longestOverallMs = 0;
  try {
    for (const { name, make } of measuredPictures) {
      const { bytes } = make();
      const response = await fetch(checker.url, { method: "POST", body: bytes });
      const longestMs = (await response.json()) as number;
      longestOverallMs = Math.max(longestOverallMs, longestMs);
      console.log(`${name.padEnd(58)} ${longestMs.toFixed(1)} ms`);
    }
  } finally {
    await checker.stop();
  }
  console.log(
    `longest overall: ${longestOverallMs.toFixed(1)} ms (target: ${TURN_TARGET_MS} ms)${longestOverallMs < TURN_TARGET_MS ? "" : "!"}`,
  );
}

function measureDocumentChecks(): void {
  for (const bytes of [184, 10_000, 10_000_000]) {
    const file = createCommentsSvg(bytes);
    const startedAt = performance.now();
    hasMatchingContent("svg", file);
    const ms = (performance.now() - startedAt).toFixed(2);
    console.log(`${bytes} bytes of SVG comments: ${ms} ms`);
  }
  const document = new Uint8Array(10_000_000).fill("W".charCodeAt(0));
  document.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  const startedAt = performance.now();
  hasMatchingContent("doc", document);
  console.log(`a Word document of 10 MB: ${(performance.now() - startedAt).toFixed(2)} ms`);
}

/** Measures how much uploads by strangers slow down everyone else (threats 55 and 67). */
export async function benchUploads(facts: StackFacts): Promise<void> {
  const api = await startBenchFunction("api", facts, { EDGE_SECRET });
  console.log(
    `\nUploads: ${PARALLEL_UPLOAD_COUNT} of each at a time, and the slowest read of ${READ_PATH} while they're checked.`,
  );
  try {
    const sendRequest = createRequestSender(api.url);
    await measureQuietReads(sendRequest);
    await measureReadsDuringChecks(sendRequest);
  } finally {
    await api.stop();
  }
  await measureTurns(facts);
  measureDocumentChecks();
}
