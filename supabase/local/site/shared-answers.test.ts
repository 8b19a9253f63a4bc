import http from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as giveWay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SharedAnswers } from "./shared-answers.ts";

const PUBLIC = { "cache-control": "public, s-maxage=60, stale-while-revalidate=300" };
const BUSY_READ_COUNT = 6;

let server: http.Server;
let computedCount: number;
/** Holds back answers, so that many reads are in flight at once. */
let gate: PromiseWithResolvers<void>;
let respond: (response: http.ServerResponse, turn: number) => void;

const respondWithCount: typeof respond = (response, turn) => {
  response.writeHead(200, { ...PUBLIC, etag: `"${turn}"` });
  response.write("answer ");
  response.end(String(turn));
};

const openGate = () => {
  gate = Promise.withResolvers();
  gate.resolve();
};

beforeEach(async () => {
  computedCount = 0;
  openGate();
  respond = respondWithCount;
  const answers = new SharedAnswers();
  server = http.createServer((request, response) => {
    void answers.handle(request, response, async () => {
      const turn = (computedCount += 1);
      await gate.promise;
      respond(response, turn);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

const send = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers, method });
  return { status: response.status, text: await response.text() };
};

/** Starts reads that aren't answered until the gate opens. */
const hold = async (path: string, count: number) => {
  gate = Promise.withResolvers();
  const held = { computedCount, release: gate.resolve };
  const reads = Array.from({ length: count }, () => send(path));
  while (computedCount < held.computedCount + count) await giveWay();
  openGate();
  return async () => {
    held.release();
    return Promise.all(reads);
  };
};

describe("while many visitors read a page", () => {
  let release: () => Promise<unknown>;
  beforeEach(async () => {
    await send("/news");
    release = await hold("/news", BUSY_READ_COUNT);
  });
  afterEach(() => release());

  it("others get the copy, so that pages don't take the time that checkouts need", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send("/news")));
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(["answer 1"]));
    expect(computedCount).toBe(1 + BUSY_READ_COUNT);
  });

  it("a browser that has the copy gets a 304", async () => {
    expect(await send("/news", { "if-none-match": '"1"' })).toEqual({ status: 304, text: "" });
  });

  it.each([
    ["a token", { authorization: "Bearer a" }],
    ["a donor's session", { "x-gift-session": "a" }],
    ["another origin", { origin: "https://site.example" }],
  ])("a read with %s gets an answer of its own", async (_, headers) => {
    const count = computedCount;
    const answers = [await send("/news", headers), await send("/news", headers)];
    expect(answers.map(({ text }) => text)).toEqual([`answer ${count + 1}`, `answer ${count + 2}`]);
  });

  it("answers that CDNs must not store aren't shared", async () => {
    respond = (response, turn) =>
      response.writeHead(200, { "cache-control": "no-store" }).end(`answer ${turn}`);
    const [first, second] = [await send("/api/checkout"), await send("/api/checkout")];
    expect(first.text).not.toBe(second.text);
  });

  it("a write by somebody logged in outdates copies, and answers that were being computed", async () => {
    await send("/news", { authorization: "Bearer a" }, "POST");
    const written = computedCount;
    expect((await send("/news")).text).toBe(`answer ${written + 1}`);
  });

  it("after a write, the first read is computed, and others wait for it", async () => {
    await send("/news", { authorization: "Bearer a" }, "POST");
    const releaseFirst = await hold("/news", 1);
    const count = computedCount;
    const others = Promise.all([send("/news"), send("/news")]);
    setTimeout(() => void releaseFirst(), 50);
    expect((await others).map(({ text }) => text)).toEqual(Array(2).fill(`answer ${count}`));
  });

  it("an answer that was cut isn't shared", async () => {
    respond = (response) => {
      response.writeHead(200, { ...PUBLIC, "content-length": 100 });
      response.write("cut");
      setImmediate(() => response.destroy());
    };
    await expect(send("/feed.xml")).rejects.toThrow(/fetch failed|terminated/);
    respond = respondWithCount;
    expect((await send("/feed.xml")).text).toBe(`answer ${computedCount}`);
  });

  it("a page that is gone has no copy anymore", async () => {
    await send("/news/1");
    const now = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(now + 5000);
    respond = (response) => response.writeHead(404, PUBLIC).end("gone");
    expect((await send("/news/1")).status).toBe(404);
    const releasePage = await hold("/news/1", 1);
    expect((await send("/news/1")).status).toBe(404);
    await releasePage();
  });
});

it("a single visitor always gets a computed answer, so that a change shows at once", async () => {
  const texts = [(await send("/news")).text, (await send("/news")).text];
  expect(texts).toEqual(["answer 1", "answer 2"]);
});
