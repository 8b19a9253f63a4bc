import { globSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchInTime } from "./outgoing.ts";

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
    const outcome = fetchInTime("https://slow.example").catch((error: Error) => error.name);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe("TimeoutError");
  });

  it("can be aborted earlier by the caller", async () => {
    const caller = new AbortController();
    const init = { signal: caller.signal };
    const outcome = fetchInTime("https://slow.example", init).catch((error: Error) => error.name);
    caller.abort();
    expect(await outcome).toBe("AbortError");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("has no time limit once the body has started", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("file")));
    const answer = await fetchInTime("https://fast.example");
    expect(vi.getTimerCount()).toBe(0);
    expect(await answer.text()).toBe("file");
  });
});

it("has a time limit everywhere in the functions", () => {
  const callers = globSync("supabase/functions/**/*.ts").filter(
    (file) => !file.endsWith(".test.ts") && /(?<![.\w])fetch\(/.test(readFileSync(file, "utf8")),
  );
  expect(callers).toEqual(["supabase/functions/_shared/clients/outgoing.ts"]);
  const clients = globSync("supabase/functions/**/*.ts").filter((file) =>
    /createClient\((?!.*\{\s*global: \{ fetch: fetchInTime)/s.test(readFileSync(file, "utf8")),
  );
  expect(clients).toEqual([]);
});
