import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMemory } from "./memory.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the memory of one second", () => {
  it("makes a value once for all who ask while it is being made", async () => {
    const memory = createMemory<number>();
    const made = Promise.withResolvers<number>();
    const make = vi.fn(() => made.promise);
    const asked = Array.from({ length: 50 }, () => memory("key", make));
    made.resolve(7);
    expect(new Set(await Promise.all(asked))).toEqual(new Set([7]));
    expect(make).toHaveBeenCalledTimes(1);
  });

  it("keeps it for a second from when its making began, and keys apart", async () => {
    const memory = createMemory<string>();
    let version = 1;
    const ask = (key: string) => memory(key, () => Promise.resolve(`${key}${version}`));
    expect(await ask("a")).toBe("a1");
    version = 2;
    vi.advanceTimersByTime(999);
    expect([await ask("a"), await ask("b")]).toEqual(["a1", "b2"]);
    vi.advanceTimersByTime(1);
    expect(await ask("a")).toBe("a2");
  });

  it("does not keep a value longer because its making was slow", async () => {
    const memory = createMemory<number>();
    const slow = Promise.withResolvers<number>();
    const first = memory("key", () => slow.promise);
    vi.advanceTimersByTime(1500);
    const waiting = memory("key", () => Promise.resolve(0));
    slow.resolve(1);
    expect(await Promise.all([first, waiting])).toEqual([1, 1]);
    expect(await memory("key", () => Promise.resolve(2))).toBe(2);
  });

  it("forgets failures, which only those who waited get", async () => {
    const memory = createMemory<number>();
    const fail = vi.fn(() => Promise.reject(new Error("down")));
    const both = await Promise.allSettled([memory("key", fail), memory("key", fail)]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(fail).toHaveBeenCalledTimes(1);
    expect(await memory("key", () => Promise.resolve(1))).toBe(1);
  });

  it("keeps 500 keys and drops the oldest for one more", async () => {
    const memory = createMemory<number>();
    for (let key = 0; key < 501; key += 1) await memory(String(key), () => Promise.resolve(1));
    const make = vi.fn(() => Promise.resolve(2));
    expect(await memory("1", make)).toBe(1);
    expect(await memory("500", make)).toBe(1);
    expect(make).not.toHaveBeenCalled();
    expect(await memory("0", make)).toBe(2);
  });
});
