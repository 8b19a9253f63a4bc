import { beforeEach, describe, expect, test, vi } from "vitest";
import { anAdminDonation, homeData, confirmedDonation } from "#testing/builders.ts";
import {
  OTHER_REFUSALS,
  PLATFORM_REFUSALS,
  toResponse,
} from "../../../../supabase/tests/platform-refusals.ts";
import { stopClock } from "#testing/clock.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { hasTokens, storeTokens } from "#testing/fake-supabase.ts";
import { api, fillPath } from "./api-client.ts";
import { replaceErrorMessage, nullOnUnauthorized } from "./api-failures.ts";
import { ApiError } from "./api-error.ts";
import {
  endsSession,
  getFieldIssues,
  getGeneralErrorText,
  getServerMessage,
  isGone,
} from "./refusals.ts";
import { isResponseLost, staleEdit } from "./write-errors.ts";
import { apiFile, apiPage } from "./api-lists.ts";
import { isTimeout, withinTimeLimit } from "./time-limit.ts";

const catchError = async (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => undefined,
    (error: unknown) => error,
  );

const stubFetch = (respond: (signal: AbortSignal) => Promise<unknown>) => {
  const signals: AbortSignal[] = [];
  vi.stubGlobal("fetch", (_url: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return respond(signal);
  });
  return signals;
};

describe("an API call", () => {
  test("API-01: includes credentials", async () => {
    const { calls } = fakeApi({
      "GET /api/contact-info": {
        body: { ...homeData().contactInfo, updatedAt: "2026-11-20T15:00:00Z" },
      },
    });
    await api("GET /api/contact-info");
    expect(calls[0]?.credentials).toBe("include");
  });

  test("API-02: reads with GET on the path and parses JSON", async () => {
    const { calls } = fakeApi({
      "GET /api/care-package-goal": { body: { monthlyGoal: 500, updatedAt: null } },
    });
    expect(await api("GET /api/care-package-goal")).toEqual({ monthlyGoal: 500, updatedAt: null });
    expect(calls[0]?.key).toBe("GET /api/care-package-goal");
    expect(calls[0]?.body).toBeUndefined();
  });

  test("fills and encodes path parameters, and leaves out empty query parameters", () => {
    expect(fillPath("/api/zip-lookup/:zip", { zip: "76102/../x" })).toBe(
      "/api/zip-lookup/76102%2F..%2Fx",
    );
    expect(fillPath("/api/events", {}, { limit: 3, search: "", when: undefined })).toBe(
      "/api/events?limit=3",
    );
    expect(() => fillPath("/api/events/:id", {})).toThrow("needs id");
  });

  test("sends the idempotency key", async () => {
    const { calls } = fakeApi({
      "POST /api/create-donation": { body: { ok: true, donation: confirmedDonation() } },
    });
    await api("POST /api/create-donation", {
      body: { stripePaymentIntentId: "pi_demo_1" },
      idempotencyKey: "attempt-1",
    });
    expect(calls[0]?.headers.get("idempotency-key")).toBe("attempt-1");
    expect(calls[0]?.headers.has("authorization")).toBe(false);
  });

  test("ALOGIN-21: sends the access token with calls made as a role", async () => {
    storeTokens("admin");
    const { calls } = fakeApi({ "GET /api/donations": { body: [] } });
    await api("GET /api/donations", { as: "admin" });
    expect(calls[0]?.headers.get("authorization")).toBe("Bearer admin");
  });

  test("throws a 401 without a token instead of calling anonymously", async () => {
    const { calls } = fakeApi({ "GET /api/donations": { body: [] } });
    expect(await catchError(api("GET /api/donations", { as: "admin" }))).toMatchObject({
      status: 401,
    });
    expect(calls).toEqual([]);
  });

  test("ALOGIN-19: forgets the token only after a 401 to a call that sent it", async () => {
    storeTokens("admin");
    for (const status of [403, 500, 503]) {
      fakeApi({ "GET /api/donations": { status } });
      await catchError(api("GET /api/donations", { as: "admin" }));
    }
    fakeApi({ "GET /api/hero-section": { status: 401 } });
    await catchError(api("GET /api/hero-section"));
    expect(hasTokens("admin")).toBe(true);
    fakeApi({ "GET /api/donations": { status: 401 } });
    await catchError(api("GET /api/donations", { as: "admin" }));
    expect(hasTokens("admin")).toBe(false);
  });
});

describe("a failed call", () => {
  test("API-03: throws the status, a colon, a space and the body text", async () => {
    const body = '{"message":"Back soon","code":"busy","requestId":"r1"}';
    fakeApi({ "GET /api/hero-section": { status: 503, body } });
    const error = await catchError(api("GET /api/hero-section"));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message: `503: ${body}`, status: 503 });
    expect(getServerMessage(error)).toBe("Back soon");
  });

  test("API-03: throws the status text if the body is empty", () => {
    expect(new ApiError(404, "", "Not Found").message).toBe("404: Not Found");
    expect(getServerMessage(new ApiError(404, "", "Not Found"))).toBeUndefined();
    expect(getServerMessage(new ApiError(500, "<html>", ""))).toBeUndefined();
  });

  test("API-04: throws on a 401 by default, and can return an empty result instead", async () => {
    fakeApi({ "GET /api/hero-section": { status: 401, body: { message: "Log in" } } });
    expect(await catchError(api("GET /api/hero-section"))).toMatchObject({ status: 401 });
    expect(await nullOnUnauthorized(api("GET /api/hero-section"))).toBeNull();
  });

  test("API-04: turns only a 401 into an empty result", async () => {
    fakeApi({ "GET /api/hero-section": { status: 500, body: {} } });
    expect(await catchError(nullOnUnauthorized(api("GET /api/hero-section")))).toMatchObject({
      status: 500,
    });
  });

  test.each([...PLATFORM_REFUSALS, ...OTHER_REFUSALS])(
    "API-03, threat 49: is an outage, whose text only the log says, if something answers in our server's place: $name ($status)",
    async (refusal) => {
      storeTokens("admin");
      stubFetch(() => Promise.resolve(toResponse(refusal)));
      for (const request of [
        api("GET /api/donations", { as: "admin" }),
        apiPage("GET /api/donations", { as: "admin" }),
        apiFile("GET /api/donations/export", { as: "admin" }),
        nullOnUnauthorized(api("GET /api/hero-section")),
      ]) {
        const error = await catchError(request);
        expect(error).toMatchObject({
          message: `${refusal.status}: ${refusal.body}`,
          status: 503,
          body: null,
        });
        expect([endsSession(error), isGone(error), staleEdit(error)]).toEqual([false, false, null]);
        expect([getServerMessage(error), getFieldIssues(error)]).toEqual([undefined, {}]);
        expect(isResponseLost(error)).toBe(true);
        expect(getGeneralErrorText(error)).toContain("Our server is having a problem");
      }
      expect(hasTokens("admin")).toBe(true);
    },
  );

  test("is an outage if the response is cut off, and isn't redirected", async () => {
    const init = vi.fn<(init: RequestInit) => void>();
    vi.stubGlobal("fetch", (_url: string, requestInit: RequestInit) => {
      init(requestInit);
      return Promise.resolve(new Response('{"headline":"Hel'));
    });
    expect(await catchError(api("GET /api/hero-section"))).toMatchObject({
      message: '200: {"headline":"Hel',
      status: 503,
    });
    // The browser then returns a response that isn't ok.
    expect(init.mock.lastCall?.[0].redirect).toBe("manual");
  });

  test("FIN-18, NOTE-12: throws the documented message of some reads, with the cause", async () => {
    fakeApi({ "GET /api/financial-reports/published": { status: 500 } });
    const error = await catchError(
      replaceErrorMessage(
        "Failed to fetch published financial reports",
        api("GET /api/financial-reports/published"),
      ),
    );
    expect(error).toMatchObject({ message: "Failed to fetch published financial reports" });
    expect((error as Error).cause).toBeInstanceOf(ApiError);
  });
});

test("returns no total if the server didn't count the list, and the counting limit if the server stopped there", async () => {
  storeTokens("admin");
  const donation = anAdminDonation();
  const readPage = (response: FakeResponse) => {
    fakeApi({ "GET /api/donations": { body: [donation], ...response } });
    return apiPage("GET /api/donations", { as: "admin" });
  };
  const page = { rows: [donation], hasMore: true, total: null, isCapped: false };
  expect(await readPage({ total: 57, isCounted: false })).toEqual(page);
  expect(await readPage({ total: 57 })).toEqual({ ...page, total: 57 });
  expect(await readPage({ total: 10_001 })).toEqual({ ...page, total: 10_000, isCapped: true });
  expect(await readPage({ total: 1 })).toEqual({ ...page, hasMore: false, total: 1 });
});

/** Records the outcome of a call as soon as it settles. */
const watchOutcome = (request: Promise<unknown>) => {
  const outcome: { value?: unknown; error?: unknown } = {};
  request.then(
    (value) => Object.assign(outcome, { value }),
    (error: unknown) => Object.assign(outcome, { error }),
  );
  return outcome;
};

const neverSettle = () => new Promise<never>(() => undefined);

const TIMEOUT_MESSAGE = "This is taking too long. Please check your connection and try again.";

describe("a call to a server that doesn't respond", () => {
  beforeEach(() => void stopClock());

  test.each([
    ["before the response", neverSettle],
    ["in the middle of the response", () => Promise.resolve(new Response(new ReadableStream()))],
  ])("times out after 30 seconds %s, with a message", async (_, respond) => {
    for (const request of [
      () => api("GET /api/hero-section"),
      () => apiPage("GET /api/blog-posts/published"),
    ]) {
      const signals = stubFetch(respond);
      const outcome = watchOutcome(request());
      await vi.advanceTimersByTimeAsync(29_999);
      expect(outcome).toEqual({});
      await vi.advanceTimersByTimeAsync(1);
      expect(isTimeout(outcome.error)).toBe(true);
      expect(getServerMessage(outcome.error)).toBe(TIMEOUT_MESSAGE);
      expect(signals[0]?.aborted).toBe(true);
    }
  });

  test("aborts as soon as the caller does, even if the work ignores the signal", async () => {
    stubFetch(neverSettle);
    const controller = new AbortController();
    const outcome = watchOutcome(api("GET /api/hero-section", { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(10);
    controller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(outcome.error).toMatchObject({ name: "AbortError" });
    const work = vi.fn<typeof neverSettle>(neverSettle);
    await expect(withinTimeLimit(work, controller.signal)).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(work).not.toHaveBeenCalled();
  });

  test("doesn't leave a timer behind after a timely response", async () => {
    stubFetch(() => Promise.resolve(Response.json({ headline: "Hello" })));
    await api("GET /api/hero-section");
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a download", () => {
  beforeEach(() => void stopClock());

  const CALENDAR_ENDPOINT = "GET /api/feed.ics" as never;

  const download = (signal?: AbortSignal) => {
    let send: (text: string) => void = () => undefined;
    const body = new ReadableStream({
      start: (controller) => {
        send = (text) => controller.enqueue(new TextEncoder().encode(text));
      },
    });
    stubFetch(() => Promise.resolve(new Response(body)));
    const options = { signal } as never;
    const outcome = watchOutcome(
      apiFile(CALENDAR_ENDPOINT, options).then((response: Response) => response.text()),
    );
    return { outcome, send: (text: string) => send(text) };
  };

  test("takes as long as it needs while chunks keep coming", async () => {
    const { outcome, send } = download();
    for (let chunk = 0; chunk < 5; chunk += 1) {
      await vi.advanceTimersByTimeAsync(29_000);
      send("a");
    }
    expect(outcome).toEqual({});
    await vi.advanceTimersByTimeAsync(30_000);
    expect(isTimeout(outcome.error)).toBe(true);
  });

  test("stops when the caller aborts halfway", async () => {
    const controller = new AbortController();
    const { outcome, send } = download(controller.signal);
    await vi.advanceTimersByTimeAsync(10);
    send("a");
    await vi.advanceTimersByTimeAsync(10);
    controller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(outcome.error).toMatchObject({ name: "AbortError" });
  });
});
