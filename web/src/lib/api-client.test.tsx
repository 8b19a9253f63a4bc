import { describe, expect, test } from "vitest";
import { adminDonation, homeData, recordedDonation } from "../testing/builders.ts";
import { fakeApi, type FakeAnswer } from "../testing/fake-api.ts";
import { hasTokens, keepTokens } from "../testing/fake-supabase.ts";
import { api, fillPath } from "./api-client.ts";
import { failingWith, nullOnUnauthorized } from "./api-failures.ts";
import { ApiError } from "./api-error.ts";
import { serverMessage } from "./refusals.ts";
import { apiPage } from "./api-lists.ts";

const raised = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("a call", () => {
  test("API-01: includes credentials", async () => {
    const { calls } = fakeApi({ "GET /api/contact-info": { body: homeData().contactInfo } });
    await api("GET /api/contact-info");
    expect(calls[0]?.credentials).toBe("include");
  });

  test("API-02: reads are GET on the path with JSON parsed", async () => {
    const { calls } = fakeApi({ "GET /api/care-package-goal": { body: { monthlyGoal: 500 } } });
    expect(await api("GET /api/care-package-goal")).toEqual({ monthlyGoal: 500 });
    expect(calls[0]?.key).toBe("GET /api/care-package-goal");
    expect(calls[0]?.body).toBeUndefined();
  });

  test("fills and encodes the path, and leaves out empty parts of the query", () => {
    expect(fillPath("/api/zip-lookup/:zip", { zip: "76102/../x" })).toBe(
      "/api/zip-lookup/76102%2F..%2Fx",
    );
    expect(fillPath("/api/events", {}, { limit: 3, search: "", when: undefined })).toBe(
      "/api/events?limit=3",
    );
    expect(() => fillPath("/api/events/:id", {})).toThrow("needs id");
  });

  test("sends an attempt's key", async () => {
    const { calls } = fakeApi({
      "POST /api/create-donation": { body: { ok: true, donation: recordedDonation() } },
    });
    await api("POST /api/create-donation", {
      body: { stripePaymentIntentId: "pi_demo_1" },
      idempotencyKey: "attempt-1",
    });
    expect(calls[0]?.headers.get("idempotency-key")).toBe("attempt-1");
    expect(calls[0]?.headers.has("authorization")).toBe(false);
  });

  test("ALOGIN-21: a caller's own calls carry the real access token", async () => {
    keepTokens("admin");
    const { calls } = fakeApi({ "GET /api/donations": { body: [] } });
    await api("GET /api/donations", { as: "admin" });
    expect(calls[0]?.headers.get("authorization")).toBe("Bearer admin");
  });

  test("without a token a caller's own call is not sent as anybody's", async () => {
    const { calls } = fakeApi({ "GET /api/donations": { body: [] } });
    expect(await raised(api("GET /api/donations", { as: "admin" }))).toMatchObject({ status: 401 });
    expect(calls).toEqual([]);
  });

  test("ALOGIN-19: only a token that the server does not know is forgotten", async () => {
    keepTokens("admin");
    for (const status of [403, 500, 503]) {
      fakeApi({ "GET /api/donations": { status } });
      await raised(api("GET /api/donations", { as: "admin" }));
    }
    fakeApi({ "GET /api/hero-section": { status: 401 } });
    await raised(api("GET /api/hero-section"));
    expect(hasTokens("admin")).toBe(true);
    fakeApi({ "GET /api/donations": { status: 401 } });
    await raised(api("GET /api/donations", { as: "admin" }));
    expect(hasTokens("admin")).toBe(false);
  });
});

describe("a refused call", () => {
  test("API-03: raises the status, a colon, a space and the body text", async () => {
    fakeApi({ "GET /api/hero-section": { status: 503, body: '{"message":"Back soon"}' } });
    const error = await raised(api("GET /api/hero-section"));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message: '503: {"message":"Back soon"}', status: 503 });
    expect(serverMessage(error)).toBe("Back soon");
  });

  test("API-03: raises the status text when the body is empty", () => {
    expect(new ApiError(404, "", "Not Found").message).toBe("404: Not Found");
    expect(serverMessage(new ApiError(404, "", "Not Found"))).toBeUndefined();
    expect(serverMessage(new ApiError(500, "<html>", ""))).toBeUndefined();
  });

  test("API-04: a 401 throws by default and may be made an empty result", async () => {
    fakeApi({ "GET /api/hero-section": { status: 401, body: { message: "Log in" } } });
    expect(await raised(api("GET /api/hero-section"))).toMatchObject({ status: 401 });
    expect(await nullOnUnauthorized(api("GET /api/hero-section"))).toBeNull();
  });

  test("API-04: only a 401 becomes an empty result", async () => {
    fakeApi({ "GET /api/hero-section": { status: 500 } });
    expect(await raised(nullOnUnauthorized(api("GET /api/hero-section")))).toMatchObject({
      status: 500,
    });
  });

  test("FIN-18, NOTE-12: some failures have a documented message and keep their cause", async () => {
    fakeApi({ "GET /api/financial-reports/published": { status: 500 } });
    const error = await raised(
      failingWith(
        "Failed to fetch published financial reports",
        api("GET /api/financial-reports/published"),
      ),
    );
    expect(error).toMatchObject({ message: "Failed to fetch published financial reports" });
    expect((error as Error).cause).toBeInstanceOf(ApiError);
  });
});

test("says how much more of a list there is, as far as the server counted", async () => {
  keepTokens("admin");
  const gift = adminDonation();
  const read = (answer: FakeAnswer) => {
    fakeApi({ "GET /api/donations": { body: [gift], ...answer } });
    return apiPage("GET /api/donations", { as: "admin" });
  };
  const page = { rows: [gift], hasMore: true, total: null, isCapped: false };
  expect(await read({ total: 57, isCounted: false })).toEqual(page);
  expect(await read({ total: 57 })).toEqual({ ...page, total: 57 });
  expect(await read({ total: 10_001 })).toEqual({ ...page, total: 10_000, isCapped: true });
  expect(await read({ total: 1 })).toEqual({ ...page, hasMore: false, total: 1 });
});
