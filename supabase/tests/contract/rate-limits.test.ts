import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { clearRateLimits, entries, pathOf, request, signInAdmin, sql } from "./stack.ts";

let admin = "";
beforeAll(async () => {
  admin = (await signInAdmin()).token;
});
beforeEach(() => clearRateLimits());
afterAll(() => sql.end());

const limited = entries.flatMap(([name, entry]) =>
  entry.rateLimit === undefined ? [] : [{ name, entry, ...entry.rateLimit }],
);

/** Refused for its body or its query at the latest, so that a try costs nothing; it counts all the same. */
const tryOnce = (entry: EndpointDefinition) =>
  request(entry.method, `${pathOf(entry)}?sort=none`, {
    ...(entry.method === "GET" ? {} : { rawBody: "[" }),
    token: entry.access === "public" ? undefined : admin,
  });

async function tryOften(entry: EndpointDefinition, times: number): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < times) {
    const batch = Array.from({ length: Math.min(20, times - statuses.length) }, () =>
      tryOnce(entry),
    );
    statuses.push(...(await Promise.all(batch)).map(({ status }) => status));
  }
  return statuses;
}

describe("every declared rate limit", () => {
  it("is declared where guessing, sending or uploading is open", () => {
    expect(limited.length).toBeGreaterThan(9);
  });

  it.each(limited)("$name: $max pass, then 429 says when to come back", async (limit) => {
    const statuses = await tryOften(limit.entry, limit.max);
    expect(statuses.filter((status) => status === 429)).toEqual([]);
    const refused = await tryOnce(limit.entry);
    expect([refused.status, refused.json.code]).toEqual([429, "too_many_requests"]);
    const seconds = Number(refused.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(limit.windowSeconds);
  });
});
