import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type RunningFunction, startBenchFunction } from "../bench/functions.ts";
import { clearRateLimits, entries, facts, logins, requestPath, signInAdmin, sql } from "./stack.ts";

const NAME = "a-pool-of-two";
let api: RunningFunction;

beforeAll(async () => {
  const url = new URL(facts.databaseUrl);
  url.searchParams.set("application_name", NAME);
  api = await startBenchFunction("api", facts, {
    DATABASE_URL: url.href,
    DATABASE_CONNECTIONS: "2",
    KEEP_ANSWERS: "false",
    PAYMENTS_MODE: "demo",
    DEMO_PAYMENT_DELAY_MS: "0",
  });
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await api.stop();
  await clearRateLimits();
});

const reads = entries.filter(([, { method, access }]) => method === "GET" && access !== "service");

/** A request that needed a second connection while holding one would deadlock the pool. */
it("responds to 100 simultaneous requests over two connections", async () => {
  const { token } = await signInAdmin();
  const address = (index: number) => ({ "CF-Connecting-IP": `10.2.0.${index}` });
  const ask = async (index: number) => {
    if (index % 10 === 0) {
      const body = JSON.stringify(logins.admin);
      const headers = { ...address(index), "Content-Type": "application/json" };
      return fetch(`${api.url}/api/admin/login`, { method: "POST", headers, body });
    }
    const [, entry] = reads[index % reads.length]!;
    const headers = { ...address(index), Authorization: `Bearer ${token}` };
    return fetch(`${api.url}${requestPath(entry)}`, { headers });
  };
  const open = async () => {
    const [row] = await sql<[{ count: number }]>`
      select count(*)::int as count from pg_stat_activity where application_name = ${NAME}`;
    return row.count;
  };

  let most = 0;
  const watching = setInterval(() => {
    void open().then((count) => (most = Math.max(most, count)));
  }, 20);
  const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => ask(index)));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  clearInterval(watching);
  const failed = answers.flatMap(({ status, url }, index) =>
    status >= 500 ? [`${status} ${url} ${texts[index]}`] : [],
  );
  expect(failed).toEqual([]);
  expect(most).toBe(2);
});
