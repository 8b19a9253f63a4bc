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
    const memory = createMemoryCache<number>();
    const deferred = Promise.withResolvers<number>();
    const make = vi.fn(() => deferred.promise);
    const calls = Array.from({ length: 50 }, () => memory("key", make));
    deferred.resolve(7);
    expect(new Set(await Promise.all(calls))).toEqual(new Set([7]));
    expect(make).toHaveBeenCalledTimes(1);
  });

  it("keeps each key's value for a second from the start of its computation", async () => {
    const memory = createMemoryCache<string>();
    let version = 1;
    const read = (key: string) => memory(key, () => Promise.resolve(`${key}${version}`));
    expect(await read("a")).toBe("a1");
    version = 2;
    vi.advanceTimersByTime(999);
    expect([await read("a"), await read("b")]).toEqual(["a1", "b2"]);
    vi.advanceTimersByTime(1);
    expect(await read("a")).toBe("a2");
  });

  it("doesn't keep a value longer if its computation was slow", async () => {
    const memory = createMemoryCache<number>();
    const slow = Promise.withResolvers<number>();
    const firstCall = memory("key", () => slow.promise);
    vi.advanceTimersByTime(1500);
    const secondCall = memory("key", () => Promise.resolve(0));
    slow.resolve(1);
    expect(await Promise.all([firstCall, secondCall])).toEqual([1, 1]);
    expect(await memory("key", () => Promise.resolve(2))).toBe(2);
  });

  it("doesn't cache failures, which only reach callers already waiting", async () => {
    const memory = createMemoryCache<number>();
    const fail = vi.fn(() => Promise.reject(new Error("down")));
    const results = await Promise.allSettled([memory("key", fail), memory("key", fail)]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(fail).toHaveBeenCalledTimes(1);
    expect(await memory("key", () => Promise.resolve(1))).toBe(1);
  });

  it("keeps 500 keys and evicts the oldest", async () => {
    const memory = createMemoryCache<number>();
    for (let key = 0; key < 501; key += 1) await memory(String(key), () => Promise.resolve(1));
    const make = vi.fn(() => Promise.resolve(2));
    expect(await memory("1", make)).toBe(1);
    expect(await memory("500", make)).toBe(1);
    expect(make).not.toHaveBeenCalled();
    expect(await memory("0", make)).toBe(2);
  });
});
