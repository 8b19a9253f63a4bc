import { globSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchWithTimeout } from "./outgoing.ts";

const hangingFetch = vi.fn<typeof fetch>(
  (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    }),
);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", hangingFetch);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("calling another service", () => {
  it("times out if no response starts within 20 seconds", async () => {
    const errorNamePromise = fetchWithTimeout("https://slow.example").catch(
      (error: Error) => error.name,
    );
    await vi.advanceTimersByTimeAsync(19_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await errorNamePromise).toBe("TimeoutError");
  });

  it("can be aborted earlier by the caller", async () => {
    const controller = new AbortController();
    const init = { signal: controller.signal };
    const errorNamePromise = fetchWithTimeout("https://slow.example", init).catch(
      (error: Error) => error.name,
    );
    controller.abort();
    expect(await errorNamePromise).toBe("AbortError");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("has no time limit once the body has started", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("file")));
    const response = await fetchWithTimeout("https://fast.example");
    expect(vi.getTimerCount()).toBe(0);
    expect(await response.text()).toBe("file");
  });
});

it("every request that the functions send has a time limit", () => {
  const filesThatCallFetch = globSync("supabase/functions/**/*.ts").filter(
    (file) => !file.endsWith(".test.ts") && /(?<![.\w])fetch\(/.test(readFileSync(file, "utf8")),
  );
  expect(filesThatCallFetch).toEqual(["supabase/functions/_shared/clients/outgoing.ts"]);
  // A custom `fetch` must call `fetchWithTimeout`, because only outgoing.ts may call the global `fetch`.
  const filesWithoutTimeout = globSync("supabase/functions/**/*.ts").filter((file) =>
    /createClient\((?!.*\{\s*global: \{ fetch: fetchWith)/s.test(readFileSync(file, "utf8")),
  );
  expect(filesWithoutTimeout).toEqual([]);
});
