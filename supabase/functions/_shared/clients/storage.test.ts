import { afterEach, describe, expect, it, vi } from "vitest";
import { createStorageClient } from "./storage.ts";

afterEach(() => void vi.unstubAllGlobals());

const stubResponse = (status: number, body: object) => {
  const fetchMock = vi.fn<typeof fetch>(() =>
    Promise.resolve(new Response(JSON.stringify(body), { status })),
  );
  vi.stubGlobal("fetch", fetchMock);
  return fetchMock;
};

const createStorage = (url: string, publicUrl: string) =>
  createStorageClient({
    SUPABASE_URL: url,
    PUBLIC_SUPABASE_URL: publicUrl,
    secretKeys: ["sb_secret_1"],
  });

describe("signing an upload URL", () => {
  it.each([
    ["http://kong:8000", "http://127.0.0.1:54321"],
    ["http://kong:8000/", "http://127.0.0.1:54321/"],
    ["https://p.supabase.co", "https://p.supabase.co"],
  ])("calls %s and returns a URL at %s", async (internalUrl, publicUrl) => {
    const fetchMock = stubResponse(200, { url: "/object/upload/sign/uploads/site/a?token=t" });
    expect(await createStorage(internalUrl, publicUrl).signUpload("uploads", "site/a")).toBe(
      `${publicUrl.replace(/\/$/, "")}/storage/v1/object/upload/sign/uploads/site/a?token=t`,
    );
    expect(fetchMock.mock.calls[0]?.[0]).toEqual(
      expect.stringMatching(new RegExp(`^${internalUrl}`)),
    );
  });
});

describe("a Storage failure", () => {
  it.each([
    [500, 503, 5],
    [429, 503, 5],
    [403, 502, undefined],
  ])("with status %d becomes %d", async (storageStatus, status, retryAfterSeconds) => {
    stubResponse(storageStatus, { message: "no" });
    const resultPromise = createStorage("https://p.supabase.co", "https://p.supabase.co").has(
      "images",
      "a",
    );
    await expect(resultPromise).rejects.toMatchObject({ status, retryAfterSeconds });
  });

  it("becomes 503 if Storage is unreachable", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("connection refused")));
    const resultPromise = createStorage("https://p.supabase.co", "https://p.supabase.co").has(
      "images",
      "a",
    );
    await expect(resultPromise).rejects.toMatchObject({
      status: 503,
      code: "provider_unavailable",
    });
  });
});
