import { beforeEach, describe, expect, it, vi } from "vitest";
import { MailRefusedError, MailUnavailableError } from "../../_shared/clients/mail/transport.ts";
import { AppError } from "../../_shared/errors.ts";
import { probe } from "./probe.ts";

const limits = { slow: 30, timeout: 80 };
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let logLines: string[] = [];
beforeEach(() => {
  logLines = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void logLines.push(line));
});

describe("ACONT-26: the state of a checked service", () => {
  it.each([
    ["working", "it responds", () => Promise.resolve()],
    ["slow", "it takes long to respond", () => wait(45)],
    ["failing", "it doesn't respond in time", () => wait(10_000)],
    [
      "failing",
      "the mail server is unavailable",
      () => Promise.reject(new MailUnavailableError("421 too busy")),
    ],
    [
      "failing",
      "the provider is unavailable",
      () => Promise.reject(new AppError("provider_unavailable")),
    ],
    [
      "refused",
      "the provider rejects the request",
      () => Promise.reject(new AppError("provider_failed")),
    ],
    [
      "refused",
      "the mail server rejects the password",
      () => Promise.reject(new MailRefusedError("535 wrong password")),
    ],
  ])("is %s if %s", async (state, _, check) => {
    const result = await probe("Mail", check, limits);
    expect(result.state).toBe(state);
    expect(result.milliseconds).toBeLessThan(1000);
    expect(logLines).toHaveLength(state === "working" || state === "slow" ? 0 : 1);
  });
});
