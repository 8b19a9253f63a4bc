import net from "node:net";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { anonymous } from "../../functions/_shared/caller.ts";
import { connectDatabase } from "../../functions/_shared/clients/database.ts";
import { readStackFacts } from "../stack-facts.ts";

const READ_COUNT = 20;
const BEGIN = "begin read only";
const COMMIT = "commit\0";

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** A proxy to the database that records what passes through it. */
async function startRecorder(urlSuffix: string) {
  const url = new URL(readStackFacts().databaseUrl + urlSuffix);
  const { port, hostname } = url;
  const recorded: { from: "client" | "server"; text: string }[] = [];
  const server = net.createServer((client) => {
    const database = net.connect(Number(port), hostname);
    for (const [from, source, target] of [
      ["client", client, database],
      ["server", database, client],
    ] as const) {
      source.setNoDelay();
      source.on("data", (chunk) => {
        recorded.push({ from, text: chunk.toString("latin1") });
        target.write(chunk);
      });
      source.on("close", () => target.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => void server.close());
  url.port = String((server.address() as net.AddressInfo).port);
  return { url: url.href, recorded };
}

/** Sends simultaneous reads over one connection that has already been used, and returns what the client sent. */
async function recordReads(urlSuffix = "") {
  const { url, recorded } = await startRecorder(urlSuffix);
  const database = connectDatabase(url, 1);
  cleanups.unshift(() => database.close());
  const read = (word: string) =>
    database.asReader(anonymous, async (sql) => {
      const [row] = await sql<[{ word: string }]>`select ${word}::text as word`;
      return row.word;
    });
  await read("first");
  // Once the second read has been answered, the COMMIT of the first has been answered, too.
  await read("second");
  recorded.length = 0;
  const words = Array.from({ length: READ_COUNT }, (_, index) => `word-${index}`);
  expect(await Promise.all(words.map(read))).toEqual(words);
  return recorded;
}

test("a read sends BEGIN and its query in one message, with the COMMIT of the one before it", async () => {
  const sent = (await recordReads()).filter(({ from }) => from === "client");
  expect(sent.length).toBeLessThanOrEqual(READ_COUNT + 1);
  const messages = sent.map(({ text }) => text).filter((text) => text.includes("word-"));
  expect(messages.every((text) => text.includes(BEGIN))).toBe(true);
  expect(messages.slice(1).every((text) => text.includes(COMMIT))).toBe(true);
});

test("a read behind a transaction pooler sends nothing after COMMIT until it's answered", async () => {
  const recorded = await recordReads("?prepare=false");
  const commits = recorded.flatMap(({ from, text }, index) =>
    from === "client" && text.includes(COMMIT) ? [{ text, next: recorded[index + 1] }] : [],
  );
  expect(commits.length).toBeGreaterThanOrEqual(READ_COUNT);
  for (const { text, next } of commits) {
    expect(text.endsWith(COMMIT)).toBe(true);
    expect(next === undefined || next.from === "server").toBe(true);
  }
});
