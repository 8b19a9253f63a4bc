/** @module-tag nightly */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  findObjectSchema,
  getObjectSchema,
  createSamples,
  listRequiredFields,
} from "../samples.ts";
import { type FunctionProcess, startFunction } from "../function-process.ts";
import { getWritePath, writes } from "./audited-writes.ts";
import { readSingleRows, restoreRows } from "./restore-rows.ts";
import {
  clearRateLimits,
  endpoints,
  facts,
  fingerprint,
  requestPath,
  signInAdmin,
} from "./stack.ts";

let api: FunctionProcess;
let token = "";
let originalRows: ReadonlyMap<string, object>;
beforeAll(async () => {
  token = (await signInAdmin()).token;
  originalRows = await readSingleRows();
  api = await startFunction("api", {
    DATABASE_URL: `${facts.databaseUrl}?default_transaction_read_only=on`,
  });
});
afterEach(() => clearRateLimits());
afterAll(async () => {
  await api.stop();
  await restoreRows(originalRows);
});

const send = async (method: string, path: string, body?: unknown, headers = {}) => {
  const response = await fetch(new URL(path, api.url), {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, retryAfter: response.headers.get("Retry-After"), text };
};

const CANNOT_SAVE = {
  status: 503,
  retryAfter: "60",
  text: expect.stringMatching(/"cannot_save"|nothing you typed is lost/) as string,
};

const administratorsWrites = endpoints.filter(([name]) => writes[name] !== undefined);
const visitorsWrites = endpoints.filter(
  ([, { method, access, body }]) =>
    method !== "GET" && access === "public" && findObjectSchema(body) !== undefined,
);

describe("threat 72: while the database is read-only", () => {
  it.each(administratorsWrites)("an administrator's write says so: %s", async (name, endpoint) => {
    const write = writes[name]!;
    const id = (await write.createRow?.()) ?? "";
    const body = await write.body?.(token, id);
    const before = await fingerprint();
    const headers = { Authorization: `Bearer ${token}` };
    const path = getWritePath(endpoint, write, id);
    expect(await send(endpoint.method, path, body, headers)).toEqual(CANNOT_SAVE);
    expect(await fingerprint()).toBe(before);
  });

  it.each(visitorsWrites)("a visitor's write says so: %s", async (_, endpoint) => {
    const shape = getObjectSchema(endpoint.body);
    const body = createSamples(shape, listRequiredFields(shape));
    const { status, retryAfter, text } = await send(endpoint.method, requestPath(endpoint), body);
    // Some refuse a made-up token or code before they would write.
    if (status !== 503) expect(status, text).toBeLessThan(500);
    if (status !== 503) expect(status, text).toBeGreaterThanOrEqual(400);
    else expect({ status, retryAfter, text }).toEqual(CANNOT_SAVE);
  });

  it("everything can still be read", async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const failures: string[] = [];
    for (const [name, endpoint] of endpoints) {
      if (endpoint.method !== "GET" || endpoint.path.startsWith("/api/health")) continue;
      const { status, text } = await send("GET", requestPath(endpoint), undefined, headers);
      if (status >= 500) failures.push(`${name} ${status} ${text.slice(0, 200)}`);
    }
    expect(failures).toEqual([]);
  });
});
