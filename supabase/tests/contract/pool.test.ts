import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type RunningFunction, startBenchFunction } from "../bench/functions.ts";
import { logins } from "../demo-logins.ts";
import { clearRateLimits, endpoints, facts, requestPath, signInAdmin, sql } from "./stack.ts";

const APPLICATION_NAME = "a-pool-of-two";
let api: RunningFunction;

beforeAll(async () => {
  const url = new URL(facts.databaseUrl);
  url.searchParams.set("application_name", APPLICATION_NAME);
  api = await startBenchFunction("api", facts, {
    DATABASE_URL: url.href,
    DATABASE_CONNECTIONS: "2",
    CACHE_RESPONSES: "false",
    PAYMENTS_MODE: "demo",
    DEMO_PAYMENT_DELAY_MS: "0",
  });
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await api.stop();
  await clearRateLimits();
});

/** Without those that respond with 503 while the jobs of a busy machine are late. */
const readEndpoints = endpoints.filter(
  ([, { method, access }]) => method === "GET" && access !== "service" && access !== "monitor",
);

/** The pool would deadlock if a request needed a second connection while it held one. */
it("the API responds to 100 simultaneous requests over two connections", async () => {
  const { token } = await signInAdmin();
  const createAddressHeader = (index: number) => ({ "CF-Connecting-IP": `10.2.0.${index}` });
  const sendRequest = async (index: number) => {
    if (index % 10 === 0) {
      const body = JSON.stringify(logins.admin);
      const headers = { ...createAddressHeader(index), "Content-Type": "application/json" };
      return fetch(`${api.url}/api/admin/login`, { method: "POST", headers, body });
    }
    const [, endpoint] = readEndpoints[index % readEndpoints.length]!;
    const headers = { ...createAddressHeader(index), Authorization: `Bearer ${token}` };
    return fetch(`${api.url}${requestPath(endpoint)}`, { headers });
  };
  const countConnections = async () => {
    const [row] = await sql<[{ count: number }]>`
      select count(*)::int as count from pg_stat_activity where application_name = ${APPLICATION_NAME}`;
    return row.count;
  };
  // On a busy machine, opening the connections can take longer than a request waits for one.
  await expect
    .poll(async () => {
      await Promise.all(Array.from({ length: 20 }, (_, index) => sendRequest(index + 1)));
      return countConnections();
    })
    .toBe(2);

  let maxConnectionCount = 0;
  const timer = setInterval(() => {
    void countConnections().then(
      (count) => (maxConnectionCount = Math.max(maxConnectionCount, count)),
    );
  }, 20);
  let busyCount = 0;
  /** On a busy machine, a request may wait for a connection for longer than it's allowed to. */
  const sendUntilAnswered = async (index: number): Promise<string> => {
    const response = await sendRequest(index);
    const text = await response.text();
    if (response.status < 500) return "";
    if (!text.includes('"code":"busy"')) return `${response.status} ${response.url} ${text}`;
    busyCount++;
    return sendUntilAnswered(index);
  };
  const failures = await Promise.all(
    Array.from({ length: 100 }, (_, index) => sendUntilAnswered(index)),
  );
  clearInterval(timer);
  expect(failures.filter(Boolean)).toEqual([]);
  // If requests held a connection while they waited for another, hardly any would be answered at once.
  expect(busyCount).toBeLessThan(50);
  expect(maxConnectionCount).toBe(2);
});
