import { afterEach, describe, expect, it, vi } from "vitest";
import { createStorageClient } from "./storage.ts";

afterEach(() => void vi.unstubAllGlobals());

const answers = (status: number, body: object) => {
  const fetched = vi.fn<typeof fetch>(() =>
    Promise.resolve(new Response(JSON.stringify(body), { status })),
  );
  vi.stubGlobal("fetch", fetched);
  return fetched;
};

const storage = (url: string, publicUrl: string) =>
  createStorageClient({
    SUPABASE_URL: url,
    PUBLIC_SUPABASE_URL: publicUrl,
    secretKeys: ["sb_secret_1"],
  });

describe("an address for an upload", () => {
  it.each([
    ["http://kong:8000", "http://127.0.0.1:54321"],
    ["http://kong:8000/", "http://127.0.0.1:54321/"],
    ["https://p.supabase.co", "https://p.supabase.co"],
  ])("is asked for at %s and works at %s", async (inside, outside) => {
    const fetched = answers(200, { url: "/object/upload/sign/uploads/site/a?token=t" });
    expect(await storage(inside, outside).signUpload("uploads", "site/a")).toBe(
      `${outside.replace(/\/$/, "")}/storage/v1/object/upload/sign/uploads/site/a?token=t`,
    );
    expect(fetched.mock.calls[0]?.[0]).toEqual(expect.stringMatching(new RegExp(`^${inside}`)));
  });
});

describe("Storage that fails", () => {
  it.each([
    [500, 503, 5],
    [429, 503, 5],
    [403, 502, undefined],
  ])("with %d is our %d", async (answered, status, retryAfterSeconds) => {
    answers(answered, { message: "no" });
    const failing = storage("https://p.supabase.co", "https://p.supabase.co").has("images", "a");
    await expect(failing).rejects.toMatchObject({ status, retryAfterSeconds });
  });

  it("by not being there is 503", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("connection refused")));
    const failing = storage("https://p.supabase.co", "https://p.supabase.co").has("images", "a");
    await expect(failing).rejects.toMatchObject({ status: 503, code: "provider_unavailable" });
  });
});
