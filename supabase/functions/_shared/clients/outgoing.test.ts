import { globSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchInTime } from "./outgoing.ts";

const never = vi.fn<typeof fetch>(
  (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    }),
);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", never);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a call of another service", () => {
  it("is given up when no answer begins within 20 seconds", async () => {
    const outcome = fetchInTime("https://slow.example").catch((error: Error) => error.name);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe("TimeoutError");
  });

  it("may be given up before by who makes it", async () => {
    const caller = new AbortController();
    const init = { signal: caller.signal };
    const outcome = fetchInTime("https://slow.example", init).catch((error: Error) => error.name);
    caller.abort();
    expect(await outcome).toBe("AbortError");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("has as much time as it needs for a body that has begun", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("file")));
    const answer = await fetchInTime("https://fast.example");
    expect(vi.getTimerCount()).toBe(0);
    expect(await answer.text()).toBe("file");
  });
});

it("nothing in the functions calls without a time limit", () => {
  const callers = globSync("supabase/functions/**/*.ts").filter(
    (file) => !file.endsWith(".test.ts") && /(?<![.\w])fetch\(/.test(readFileSync(file, "utf8")),
  );
  expect(callers).toEqual(["supabase/functions/_shared/clients/outgoing.ts"]);
  const clients = globSync("supabase/functions/**/*.ts").filter((file) =>
    /createClient\((?!.*\{\s*global: \{ fetch: fetchInTime)/s.test(readFileSync(file, "utf8")),
  );
  expect(clients).toEqual([]);
});
