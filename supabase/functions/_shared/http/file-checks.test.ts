import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { anonymous, type Caller } from "../caller.ts";
import { runQueuedCheck } from "./file-checks.ts";

const admin = { kind: "admin" } as Caller;
const started: string[] = [];
const finishers: (() => void)[] = [];

/** Starts a check that runs until the test finishes it. */
const startCheck = (name: string, caller: Caller = anonymous) =>
  runQueuedCheck(caller, () => {
    started.push(name);
    return new Promise<string>((resolve) => finishers.push(() => resolve(name)));
  }).catch((error: unknown) => (error as { readonly code?: string }).code);

const letOthersRun = () => vi.advanceTimersByTimeAsync(0);
/** Finishes the check that has been running the longest, and lets the next one start. */
const finishNext = async () => {
  finishers.shift()?.();
  await letOthersRun();
};

beforeEach(() => {
  vi.useFakeTimers();
  started.length = 0;
});
afterEach(async () => {
  while (finishers.length > 0) await finishNext();
  vi.useRealTimers();
});

describe("threat 67: checks of files", () => {
  it("wait for their turn and run one at a time, in order", async () => {
    const checks = ["first", "second", "third", "fourth"].map((name) => startCheck(name));
    await letOthersRun();
    expect(started).toEqual(["first"]);
    await finishNext();
    expect(started).toEqual(["first", "second"]);
    while (finishers.length > 0) await finishNext();
    expect(await Promise.all(checks)).toEqual(["first", "second", "third", "fourth"]);
  });

  it("of administrators don't wait for anyone else's", async () => {
    void startCheck("a visitor's");
    void startCheck("another visitor's");
    void startCheck("an administrator's", admin);
    void startCheck("another administrator's", admin);
    await letOthersRun();
    expect(started).toEqual(["a visitor's", "an administrator's"]);
  });

  it("wait up to 15 seconds, and at most 20 of them", async () => {
    const checks = Array.from({ length: 22 }, (_, index) => startCheck(String(index)));
    expect(await checks[21]).toBe("busy");
    await vi.advanceTimersByTimeAsync(14_999);
    await finishNext();
    expect(started).toEqual(["0", "1"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.all(checks.slice(2))).toEqual(Array.from({ length: 20 }, () => "busy"));
    await finishNext();
    void startCheck("later");
    await letOthersRun();
    expect(started).toEqual(["0", "1", "later"]);
  });

  it("start after one that failed", async () => {
    const failure = runQueuedCheck(anonymous, () => Promise.reject(new Error("unreadable")));
    const next = startCheck("next");
    await expect(failure).rejects.toThrow("unreadable");
    await letOthersRun();
    await finishNext();
    expect(await next).toBe("next");
  });
});
