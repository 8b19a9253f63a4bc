import { afterEach, describe, expect, it, vi } from "vitest";
import { OTHER_REFUSALS, PLATFORM_REFUSALS, toResponse } from "../../../tests/platform-refusals.ts";
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
    [500, 500, 503, 5],
    [400, 500, 503, 5],
    [429, 429, 503, 5],
    [403, 403, 502, undefined],
  ])(
    "with status %d (%d) becomes %d",
    async (sentStatus, storageStatus, status, retryAfterSeconds) => {
      stubResponse(sentStatus, {
        statusCode: String(storageStatus),
        error: "no",
        message: "no",
      });
      const resultPromise = createStorage("https://p.supabase.co", "https://p.supabase.co").has(
        "images",
        "a",
      );
      await expect(resultPromise).rejects.toMatchObject({ status, retryAfterSeconds });
    },
  );

  it.each([...PLATFORM_REFUSALS, ...OTHER_REFUSALS])(
    "becomes 503 if something answers in Storage's place: $name ($status)",
    async (refusal) => {
      vi.stubGlobal("fetch", () => Promise.resolve(toResponse(refusal)));
      const storage = createStorage("https://p.supabase.co", "https://p.supabase.co");
      const file = { bytes: new Uint8Array(1), type: "image/png" };
      const from = { bucket: "uploads", key: "a" } as const;
      for (const call of [
        () => storage.has("images", "a"),
        () => storage.open("images", "a"),
        () => storage.take("uploads", "a"),
        () => storage.save("images", "a", file),
        () => storage.move(from, { bucket: "images", key: "a" }),
        () => storage.remove("images", ["a"]),
        () => storage.signUpload("uploads", "a"),
      ]) {
        await expect(call()).rejects.toMatchObject({ status: 503, code: "provider_unavailable" });
      }
    },
  );

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
