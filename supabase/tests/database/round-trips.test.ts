import net from "node:net";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { anonymous } from "../../functions/_shared/caller.ts";
import { connectDatabase } from "../../functions/_shared/clients/database.ts";
import { readStackFacts } from "../stack-facts.ts";

const TRANSACTION_COUNT = 20;
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

/** Runs simultaneous transactions over one connection that has already been used, and returns what was sent. */
async function recordWords(transaction: "as" | "asReader", urlSuffix = "") {
  const { url, recorded } = await startRecorder(urlSuffix);
  const database = connectDatabase(url, 1);
  cleanups.unshift(() => database.close());
  /** Two queries with parameters and one without, sent at once. */
  const select = (word: string) =>
    database[transaction](anonymous, async (sql) => {
      const [[row]] = await Promise.all([
        sql<[{ word: string }]>`select ${word}::text as word`,
        sql`select 1`,
        sql`select ${word}::text as word`,
      ]);
      return row.word;
    });
  await select("first");
  // Once the second one has been answered, the COMMIT of the first has been answered, too.
  await select("second");
  recorded.length = 0;
  const words = Array.from({ length: TRANSACTION_COUNT }, (_, index) => `word-${index}`);
  expect(await Promise.all(words.map(select))).toEqual(words);
  return recorded;
}

test("a read sends BEGIN and its queries in one message, with the COMMIT of the one before it", async () => {
  const sent = (await recordWords("asReader")).filter(({ from }) => from === "client");
  expect(sent.length).toBeLessThanOrEqual(TRANSACTION_COUNT + 1);
  const messages = sent.map(({ text }) => text).filter((text) => text.includes("word-"));
  expect(messages.every((text) => text.includes(BEGIN))).toBe(true);
  expect(messages.slice(1).every((text) => text.includes(COMMIT))).toBe(true);
});

test("a write sends BEGIN and its queries in one message, and waits for the reply to COMMIT", async () => {
  const sent = (await recordWords("as")).filter(({ from }) => from === "client");
  const messages = sent.map(({ text }) => text).filter((text) => text.includes("word-"));
  expect(messages).toHaveLength(TRANSACTION_COUNT);
  for (const text of messages) {
    expect(text).toContain("begin");
    expect(text).not.toContain(COMMIT);
  }
});

/** Each query ends with Sync, and the reply to it with ReadyForQuery. */
const SYNC = "S\0\0\0\x04";
const READY = ["I", "T"].map((state) => `Z\0\0\0\x05${state}`);

test.each(["as", "asReader"] as const)(
  "behind a transaction pooler, no query is sent before the reply to the one before it (%s)",
  async (transaction) => {
    const recorded = await recordWords(transaction, "?prepare=false");
    const isAnswered = (index: number) => {
      const earlier = recorded.slice(0, index);
      const lastSync = earlier.findLastIndex(
        ({ from, text }) => from === "client" && (text.endsWith(SYNC) || text.startsWith("Q")),
      );
      return (
        lastSync < 0 ||
        earlier
          .slice(lastSync)
          .some(
            ({ from, text }) => from === "server" && READY.some((ready) => text.endsWith(ready)),
          )
      );
    };
    const queries = recorded.flatMap(({ from, text }, index) =>
      from === "client" ? [{ text, index }] : [],
    );
    expect(queries.length).toBeGreaterThanOrEqual(TRANSACTION_COUNT * 5);
    expect(queries.filter(({ index }) => !isAnswered(index))).toEqual([]);
    for (const { text } of queries)
      expect(text.split(SYNC).length + text.split("Q\0\0").length).toBeLessThanOrEqual(3);
  },
);
