import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { limitLoginAttempts } from "./limit-attempts.ts";
import type { Services } from "./services.ts";

/** Rate-limit counters as the database keeps them. */
let counters: Map<string, number>;
let bucketsInTry: string[];

const sql = (parts: TemplateStringsArray, ...values: unknown[]) => {
  const text = parts.join("?");
  const [bucket, subject, max] = values as [string, string, number];
  const key = `${bucket} ${subject}`;
  const hits = counters.get(key) ?? 0;
  if (text.includes("rate_limit_hit")) {
    counters.set(key, hits + 1);
    bucketsInTry.push(bucket);
    return Promise.resolve([{ allowed: hits < max, hits: hits + 1, retryAfterSeconds: 1 }]);
  }
  if (text.includes("rate_limit_return")) counters.set(key, hits - 1);
  else counters.delete(key);
  return Promise.resolve([]);
};

const servicesWith = (CAPTCHA_SECRET?: string) =>
  ({
    environment: { HASH_SECRET: "x".repeat(32), CAPTCHA_SECRET },
    database: { as: (_: unknown, work: (connection: typeof sql) => unknown) => work(sql) },
  }) as unknown as Services;

const onManyFailures = vi.fn<() => void>();

/** Tries from a new address each time, as a distributed attack does. */
const tryFrom = (number: number, isRight: boolean, services = servicesWith()) =>
  limitLoginAttempts(
    services,
    { bucket: "login-admin", account: "admin", address: `198.51.100.${number}` },
    () => Promise.resolve(isRight ? "in" : undefined),
    onManyFailures,
  );

beforeEach(() => {
  counters = new Map();
  bucketsInTry = [];
  vi.clearAllMocks();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
});
afterEach(() => vi.useRealTimers());

it("threat 11: warns administrators once, at an account's 20th wrong password", async () => {
  for (let number = 1; number <= 19; number += 1) await tryFrom(number, false);
  expect(onManyFailures).not.toHaveBeenCalled();
  expect(await tryFrom(200, true)).toBe("in");
  expect(onManyFailures).not.toHaveBeenCalled();
  await tryFrom(20, false);
  await tryFrom(21, false);
  expect(onManyFailures).toHaveBeenCalledOnce();
});

it("threat 11: delays attempts after 100 failures per hour from any number of addresses, but blocks none", async () => {
  for (let number = 1; number <= 100; number += 1) await tryFrom(number, false);
  expect(vi.getTimerCount()).toBe(0);
  let result: string | undefined;
  const owner = tryFrom(201, true).then((response) => (result = response));
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(4999);
  expect(result).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await owner;
  expect(result).toBe("in");
  expect(new Set(bucketsInTry)).toEqual(new Set(["login-admin", "login-admin-account"]));
});

it("threat 11: delays even password changes, which have no captcha", async () => {
  const services = servicesWith("secret");
  const guessFrom = (number: number) =>
    limitLoginAttempts(
      services,
      { bucket: "change-password", account: "some id", address: `198.51.100.${number}` },
      () => Promise.resolve(undefined),
      onManyFailures,
    );
  for (let number = 1; number <= 100; number += 1) await guessFrom(number);
  const nextGuess = guessFrom(201);
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(5000);
  expect(await nextGuess).toBeUndefined();
});

it("threat 11: doesn't delay after a solved captcha", async () => {
  const services = servicesWith("secret");
  for (let number = 1; number <= 100; number += 1) await tryFrom(number, false, services);
  expect(await tryFrom(201, true, services)).toBe("in");
});
