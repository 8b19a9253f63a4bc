import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { logins } from "../demo-logins.ts";
import {
  clearRateLimits,
  endpoints,
  facts,
  requestPath,
  request,
  signInAdmin,
  sql,
} from "./stack.ts";
import { openMailedSession } from "./mailed-sessions.ts";
import { createDonorSessionHeaders, startDonorSession } from "./donor-session.ts";
import { createUnconfirmedAdmin, removeUnconfirmedAdmin } from "./unconfirmed-admin.ts";

let adminToken = "";
let unconfirmedAdminToken = "";
let recoveryToken = "";
let giftSession = "";
beforeAll(async () => {
  giftSession = await startDonorSession("ann@example.org");
  adminToken = (await signInAdmin()).token;
  unconfirmedAdminToken = (await createUnconfirmedAdmin()).token;
  recoveryToken = (await openMailedSession["recovery mail"](logins.volunteer.email)).token;
});
beforeEach(() => clearRateLimits());
afterAll(() => removeUnconfirmedAdmin());

/** Limits that count only successes are tested elsewhere, because every request here is refused. */
const limitedEndpoints = endpoints.flatMap(([name, endpoint]) =>
  endpoint.rateLimit === undefined || endpoint.rateLimit.countsSuccesses
    ? []
    : [{ name, endpoint, ...endpoint.rateLimit }],
);

const chooseToken = (access: EndpointDefinition["access"]) => {
  if (access === "public" || access === "donor") return undefined;
  if (access === "recovery") return recoveryToken;
  return access === "unconfirmed-admin" ? unconfirmedAdminToken : adminToken;
};

/** Sends a body or query that is refused, so that the attempt changes nothing but still counts. */
const sendRefusedRequest = (endpoint: EndpointDefinition) =>
  request(endpoint.method, `${requestPath(endpoint)}?sort=none`, {
    ...(endpoint.method === "GET" ? {} : { rawBody: "[" }),
    token: chooseToken(endpoint.access),
    headers: createDonorSessionHeaders(endpoint.access, giftSession),
  });

async function attemptSimultaneously(
  endpoint: EndpointDefinition,
  times: number,
): Promise<number[]> {
  const responses = await Promise.all(
    Array.from({ length: times }, () => sendRefusedRequest(endpoint)),
  );
  return responses.map(({ status }) => status);
}

/** The number of requests that are sent at the same time. */
const BATCH_SIZE = 10;

/**
 * Sends as many requests as the limit allows. If the limit is high, only the first and the last requests are sent, and
 * those in between are added to the counter.
 */
async function useUpLimit({ name, endpoint, max }: (typeof limitedEndpoints)[number]) {
  if (max <= 2 * BATCH_SIZE) return attemptSimultaneously(endpoint, max);
  const firstStatuses = await attemptSimultaneously(endpoint, BATCH_SIZE);
  const counters = await sql`
    update public.rate_limits set hits = ${max - BATCH_SIZE} where bucket = ${name} and hits = ${BATCH_SIZE}
    returning hits`;
  expect(counters).toHaveLength(1);
  return [...firstStatuses, ...(await attemptSimultaneously(endpoint, BATCH_SIZE))];
}

describe("rate limits", () => {
  it("are declared on more than nine endpoints", () => {
    expect(limitedEndpoints.length).toBeGreaterThan(9);
  });

  it.each(limitedEndpoints)(
    "allow $max requests to $name, then return 429 with Retry-After",
    async (limit) => {
      const statuses = await useUpLimit(limit);
      expect(statuses.filter((status) => status === 429)).toEqual([]);
      const refusedResponse = await sendRefusedRequest(limit.endpoint);
      expect([refusedResponse.status, refusedResponse.json.code]).toEqual([
        429,
        "too_many_requests",
      ]);
      const seconds = Number(refusedResponse.headers.get("Retry-After"));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(limit.windowSeconds);
    },
  );
});

describe("the rate limiter", () => {
  const bucket = "createVolunteerApplication";
  /** Sends a malformed request, which is counted before it is refused. */
  const sendApplication = (baseUrl: string, headers: Record<string, string>) =>
    fetch(`${baseUrl}/api/volunteer-applications`, { method: "POST", headers, body: "[" });
  const readHits = async () => {
    const rows = await sql<{ hits: number }[]>`
      select hits from public.rate_limits where bucket = ${bucket} order by hits`;
    return rows.map(({ hits }) => hits);
  };
  const createSiteUrl = (host: string) => facts.webUrl.replace("localhost", host);
  const functionsUrl = `${facts.apiUrl}/functions/v1`.replace("localhost", "127.0.0.1");

  it.each([
    ["through the CDN", createSiteUrl("127.0.0.1")],
    ["sent directly to the functions", functionsUrl],
  ])(
    "threat 13, threat 47: counts requests with forged headers %s as one caller's",
    async (_, baseUrl) => {
      for (let sentCount = 0; sentCount < 100; sentCount += 20) {
        const batch = Array.from({ length: 20 }, (_unused, index) => {
          const forgedAddress = `10.1.1.${sentCount + index}`;
          return sendApplication(baseUrl, {
            "X-Forwarded-For": forgedAddress,
            "CF-Connecting-IP": forgedAddress,
            "X-Real-IP": forgedAddress,
            "X-Visitor-Address": forgedAddress,
            "X-Edge-Secret": `${facts.edgeSecret.slice(0, -1)}!`,
            "Sb-Forwarded-For": forgedAddress,
          });
        });
        await Promise.all(batch);
      }
      expect(await readHits()).toEqual([100]);
    },
  );

  it("threat 47: counts two visitors behind the CDN separately, including each one's direct requests", async () => {
    for (const [host, times] of [
      ["127.0.0.1", 3],
      ["[::1]", 2],
    ] as const) {
      for (let count = 0; count < times; count += 1) await sendApplication(createSiteUrl(host), {});
    }
    // An IPv6 address has another counter, for the /48 around it.
    expect(await readHits()).toEqual([2, 2, 3]);
    await sendApplication(functionsUrl, {});
    expect(await readHits()).toEqual([2, 2, 4]);
  });

  it("threat 47: counts the addresses of one household together", async () => {
    const sendApplicationFrom = (address: string) =>
      sendApplication(functionsUrl, {
        "X-Edge-Secret": facts.edgeSecret,
        "X-Visitor-Address": address,
      });
    await sendApplicationFrom("2001:db8:1:2::1");
    await sendApplicationFrom("2001:db8:1:2:3:4:5:6");
    await sendApplicationFrom("2001:db8:1:2:ffff:ffff:ffff:ffff");
    await sendApplicationFrom("2001:db8:1:3::1");
    expect(await readHits()).toEqual([1, 3, 4]);
  });

  it("threat 47: counts the households of one /48 together, ten times as often", async () => {
    const sendApplicationFrom = async (address: string) => {
      const headers = {
        "X-Edge-Secret": facts.edgeSecret,
        "X-Visitor-Address": address,
        "Content-Type": "application/json",
      };
      return (await sendApplication(functionsUrl, headers)).status;
    };
    expect(await sendApplicationFrom("2001:db8:1:2::1")).toBe(400);
    await sql`update public.rate_limits set hits = 99 where bucket = ${bucket}`;
    // Refused by its own counter, so that it doesn't count for its neighbors.
    expect(await sendApplicationFrom("2001:db8:1:2::1")).toBe(429);
    expect(await sendApplicationFrom("2001:db8:1:3::1")).toBe(400);
    expect(await sendApplicationFrom("2001:db8:1:4::1")).toBe(429);
    expect(await sendApplicationFrom("2001:db8:2:1::1")).toBe(400);
  });
});
