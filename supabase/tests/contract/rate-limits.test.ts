import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import {
  clearRateLimits,
  entries,
  facts,
  logins,
  requestPath,
  request,
  signInAdmin,
  sql,
} from "./stack.ts";
import { mailedSessionBy } from "./mailed-sessions.ts";
import { donorSessionHeader, startDonorSession } from "./donor-session.ts";
import { createUnconfirmedAdmin, removeUnconfirmedAdmin } from "./unconfirmed-admin.ts";

let admin = "";
let unconfirmedAdmin = "";
let recovery = "";
let giftSession = "";
beforeAll(async () => {
  giftSession = await startDonorSession("ann@example.org");
  admin = (await signInAdmin()).token;
  unconfirmedAdmin = (await createUnconfirmedAdmin()).token;
  recovery = (await mailedSessionBy["recovery mail"](logins.volunteer.email)).token;
});
beforeEach(() => clearRateLimits());
afterAll(() => removeUnconfirmedAdmin());

/** Limits that count only successes have a test of their own, because everything below is refused. */
const limited = entries.flatMap(([name, entry]) =>
  entry.rateLimit === undefined || entry.rateLimit.countsSuccesses
    ? []
    : [{ name, entry, ...entry.rateLimit }],
);

const tokenFor = (access: EndpointDefinition["access"]) => {
  if (access === "public" || access === "donor") return undefined;
  if (access === "recovery") return recovery;
  return access === "unconfirmed-admin" ? unconfirmedAdmin : admin;
};

/** Bodies or queries that are refused, so that an attempt changes nothing but still counts. */
const tryOnce = (entry: EndpointDefinition) =>
  request(entry.method, `${requestPath(entry)}?sort=none`, {
    ...(entry.method === "GET" ? {} : { rawBody: "[" }),
    token: tokenFor(entry.access),
    headers: donorSessionHeader(entry.access, giftSession),
  });

async function attemptRepeatedly(entry: EndpointDefinition, times: number): Promise<number[]> {
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
  it("covers the endpoints open to guessing, sending and uploading", () => {
    expect(limited.length).toBeGreaterThan(9);
  });

  it.each(limited)("$name: allows $max, then returns 429 with Retry-After", async (limit) => {
    const statuses = await attemptRepeatedly(limit.entry, limit.max);
    expect(statuses.filter((status) => status === 429)).toEqual([]);
    const refused = await tryOnce(limit.entry);
    expect([refused.status, refused.json.code]).toEqual([429, "too_many_requests"]);
    const seconds = Number(refused.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(limit.windowSeconds);
  });
});

describe("identifying callers", () => {
  const bucket = "createVolunteerApplication";
  /** A malformed request, which is counted before it is refused. */
  const apply = (base: string, headers: Record<string, string>) =>
    fetch(`${base}/api/volunteer-applications`, { method: "POST", headers, body: "[" });
  const counted = async () => {
    const rows = await sql<{ hits: number }[]>`
      select hits from public.rate_limits where bucket = ${bucket} order by hits`;
    return rows.map(({ hits }) => hits);
  };
  const site = (host: string) => facts.webUrl.replace("localhost", host);
  const straight = `${facts.apiUrl}/functions/v1`.replace("localhost", "127.0.0.1");

  it.each([
    ["through the CDN", site("127.0.0.1")],
    ["sent directly to the functions", straight],
  ])("threat 13, threat 47: invented headers %s count as one caller", async (_, base) => {
    for (let sent = 0; sent < 100; sent += 20) {
      const batch = Array.from({ length: 20 }, (_unused, index) => {
        const invented = `10.1.1.${sent + index}`;
        return apply(base, {
          "X-Forwarded-For": invented,
          "CF-Connecting-IP": invented,
          "X-Real-IP": invented,
          "X-Visitor-Address": invented,
          "X-Edge-Secret": `${facts.edgeSecret.slice(0, -1)}!`,
          "Sb-Forwarded-For": invented,
        });
      });
      await Promise.all(batch);
    }
    expect(await counted()).toEqual([100]);
  });

  it("threat 47: counts two visitors behind the CDN separately, and a visitor's direct requests with the others", async () => {
    for (const [host, times] of [
      ["127.0.0.1", 3],
      ["[::1]", 2],
    ] as const) {
      for (let time = 0; time < times; time += 1) await apply(site(host), {});
    }
    expect(await counted()).toEqual([2, 3]);
    await apply(straight, {});
    expect(await counted()).toEqual([2, 4]);
  });

  it("threat 47: counts the addresses of one household together", async () => {
    const visit = (address: string) =>
      apply(straight, { "X-Edge-Secret": facts.edgeSecret, "X-Visitor-Address": address });
    await visit("2001:db8:1:2::1");
    await visit("2001:db8:1:2:3:4:5:6");
    await visit("2001:db8:1:2:ffff:ffff:ffff:ffff");
    await visit("2001:db8:1:3::1");
    expect(await counted()).toEqual([1, 3]);
  });
});
