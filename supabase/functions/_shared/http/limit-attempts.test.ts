import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AppError } from "../errors.ts";
import { limitLoginAttempts } from "./limit-attempts.ts";
import type { Services } from "./services.ts";

/** Fake rate-limit counters, which behave like those in the database. */
let counters: Map<string, number>;
let countedBuckets: string[];

const sql = (strings: TemplateStringsArray, ...values: unknown[]) => {
  const text = strings.join("?");
  const [bucket, subject, max] = values as [string, string, number];
  const key = `${bucket} ${subject}`;
  const hits = counters.get(key) ?? 0;
  if (text.includes("count_rate_limit_hit")) {
    counters.set(key, hits + 1);
    countedBuckets.push(bucket);
    return Promise.resolve([{ allowed: hits < max, hits: hits + 1, retryAfterSeconds: 1 }]);
  }
  if (text.includes("take_back_rate_limit_hit")) counters.set(key, hits - 1);
  else counters.delete(key);
  return Promise.resolve([]);
};

const createServices = (CAPTCHA_SECRET?: string) =>
  ({
    environment: { HASH_SECRET: ["x".repeat(32)], CAPTCHA_SECRET },
    database: { as: (_: unknown, work: (connection: typeof sql) => unknown) => work(sql) },
  }) as unknown as Services;

const onManyFailures = vi.fn<() => void>();

/** Makes one attempt from the IP address that ends with the given number. */
const attemptFrom = (hostNumber: number, isCorrect: boolean, services = createServices()) =>
  limitLoginAttempts(
    services,
    { bucket: "login-admin", account: "admin", address: `198.51.100.${hostNumber}` },
    () => Promise.resolve(isCorrect ? "in" : undefined),
    onManyFailures,
  );

/** Makes an attempt that Auth refuses without checking the password. */
const attemptUnchecked = async (hostNumber: number, code: AppError["code"]) => {
  const attempt = limitLoginAttempts(
    createServices(),
    { bucket: "login-admin", account: "admin", address: `198.51.100.${hostNumber}` },
    () => Promise.reject(new AppError(code)),
    onManyFailures,
  );
  await expect(attempt).rejects.toMatchObject({ code });
};

/**
 * Starts an attempt and waits until it has set its timer. On a busy machine, the test runner may have set a timer, too.
 */
async function waitUntilDelayed<Result>(startAttempt: () => Promise<Result>) {
  const otherTimerCount = vi.getTimerCount();
  const attemptPromise = startAttempt();
  while (vi.getTimerCount() === otherTimerCount) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { finished: attemptPromise };
}

beforeEach(() => {
  counters = new Map();
  countedBuckets = [];
  vi.clearAllMocks();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
});
afterEach(() => vi.useRealTimers());

it("threat 11: administrators are warned from an account's 20th wrong password on", async () => {
  for (let hostNumber = 1; hostNumber <= 19; hostNumber += 1) await attemptFrom(hostNumber, false);
  expect(onManyFailures).not.toHaveBeenCalled();
  expect(await attemptFrom(200, true)).toBe("in");
  expect(onManyFailures).not.toHaveBeenCalled();
  await attemptFrom(20, false);
  expect(onManyFailures).toHaveBeenCalledOnce();
  await attemptFrom(21, false);
  // The database sends one email a day.
  expect(onManyFailures).toHaveBeenCalledTimes(2);
});

it.each(["too_many_logins", "provider_unavailable"] as const)(
  "threat 11: an attempt that Auth refused to check (%s) doesn't count as a wrong password",
  async (code) => {
    for (let count = 0; count < 30; count += 1) await attemptUnchecked(7, code);
    expect(onManyFailures).not.toHaveBeenCalled();
    for (let count = 0; count < 10; count += 1) await attemptFrom(7, false);
    await expect(attemptFrom(7, true)).rejects.toMatchObject({ code: "too_many_requests" });
  },
);

it("threat 11: attempts are delayed after 100 failures per hour from any number of addresses, but none is blocked", async () => {
  for (let hostNumber = 1; hostNumber <= 100; hostNumber += 1) await attemptFrom(hostNumber, false);
  let result: string | undefined;
  const ownerAttempt = await waitUntilDelayed(() =>
    attemptFrom(201, true).then((success) => (result = success)),
  );
  await vi.advanceTimersByTimeAsync(4999);
  expect(result).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await ownerAttempt.finished;
  expect(result).toBe("in");
  expect(new Set(countedBuckets)).toEqual(new Set(["login-admin", "login-admin-account"]));
});

it("threat 11: password changes, which have no captcha, are delayed after 100 failures per hour even if a captcha is configured", async () => {
  const services = createServices("secret");
  const changePasswordFrom = (hostNumber: number) =>
    limitLoginAttempts(
      services,
      { bucket: "change-password", account: "some id", address: `198.51.100.${hostNumber}` },
      () => Promise.resolve(undefined),
      onManyFailures,
    );
  for (let hostNumber = 1; hostNumber <= 100; hostNumber += 1) await changePasswordFrom(hostNumber);
  const nextAttempt = await waitUntilDelayed(() => changePasswordFrom(201));
  await vi.advanceTimersByTimeAsync(5000);
  expect(await nextAttempt.finished).toBeUndefined();
});

it("threat 11: attempts aren't delayed after a solved captcha", async () => {
  const services = createServices("secret");
  for (let hostNumber = 1; hostNumber <= 100; hostNumber += 1)
    await attemptFrom(hostNumber, false, services);
  expect(await attemptFrom(201, true, services)).toBe("in");
});

it("threat 11: a correct password forgets the failed ones of the whole /48", async () => {
  const attempt = (network: number, isCorrect = false) =>
    limitLoginAttempts(
      createServices(),
      { bucket: "login-admin", account: "admin", address: `2001:db8:1:${network.toString(16)}::` },
      () => Promise.resolve(isCorrect ? "in" : undefined),
      onManyFailures,
    );
  for (let count = 0; count < 99; count += 1) await attempt(Math.floor(count / 10));
  expect(await attempt(9, true)).toBe("in");
  await expect(attempt(10)).resolves.toBeUndefined();
});

it("threat 11: an account's attempts from one /48 are counted together, ten times as often", async () => {
  const attempt = (network: number) =>
    limitLoginAttempts(
      createServices(),
      { bucket: "login-admin", account: "admin", address: `2001:db8:1:${network.toString(16)}::` },
      () => Promise.resolve(undefined),
      onManyFailures,
    );
  for (let network = 0; network < 10; network += 1) {
    for (let count = 0; count < 10; count += 1) await attempt(network);
    await expect(attempt(network)).rejects.toMatchObject({ code: "too_many_requests" });
  }
  await expect(attempt(10)).rejects.toMatchObject({ code: "too_many_requests" });
  const elsewhere = limitLoginAttempts(
    createServices("secret"),
    { bucket: "login-admin", account: "admin", address: "2001:db8:2:1::" },
    () => Promise.resolve(undefined),
    onManyFailures,
  );
  await expect(elsewhere).resolves.toBeUndefined();
});
