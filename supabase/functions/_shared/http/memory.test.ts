import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMemoryCache } from "./memory.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the one-second cache", () => {
  it("computes a value once for concurrent callers", async () => {
    const cache = createMemoryCache<number>();
    const computation = Promise.withResolvers<number>();
    const compute = vi.fn(() => computation.promise);
    const calls = Array.from({ length: 50 }, () => cache("key", compute));
    computation.resolve(7);
    expect(new Set(await Promise.all(calls))).toEqual(new Set([7]));
    expect(compute).toHaveBeenCalledTimes(1);
  });

  it("keeps each key's value for a second from the start of its computation", async () => {
    const cache = createMemoryCache<string>();
    let version = 1;
    const read = (key: string) => cache(key, () => Promise.resolve(`${key}${version}`));
    expect(await read("a")).toBe("a1");
    version = 2;
    vi.advanceTimersByTime(999);
    expect([await read("a"), await read("b")]).toEqual(["a1", "b2"]);
    vi.advanceTimersByTime(1);
    expect(await read("a")).toBe("a2");
  });

  it("doesn't keep a value longer if its computation was slow", async () => {
    const cache = createMemoryCache<number>();
    const slowComputation = Promise.withResolvers<number>();
    const firstCall = cache("key", () => slowComputation.promise);
    vi.advanceTimersByTime(1500);
    const secondCall = cache("key", () => Promise.resolve(0));
    slowComputation.resolve(1);
    expect(await Promise.all([firstCall, secondCall])).toEqual([1, 1]);
    expect(await cache("key", () => Promise.resolve(2))).toBe(2);
  });

  it("doesn't cache failures, which only reach callers already waiting", async () => {
    const cache = createMemoryCache<number>();
    const fail = vi.fn(() => Promise.reject(new Error("down")));
    const results = await Promise.allSettled([cache("key", fail), cache("key", fail)]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(fail).toHaveBeenCalledTimes(1);
    expect(await cache("key", () => Promise.resolve(1))).toBe(1);
  });

  it("keeps 500 keys and evicts the oldest", async () => {
    const cache = createMemoryCache<number>();
    for (let key = 0; key < 501; key += 1) await cache(String(key), () => Promise.resolve(1));
    const compute = vi.fn(() => Promise.resolve(2));
    expect(await cache("1", compute)).toBe(1);
    expect(await cache("500", compute)).toBe(1);
    expect(compute).not.toHaveBeenCalled();
    expect(await cache("0", compute)).toBe(2);
  });
});
