import { beforeEach, describe, expect, it, vi } from "vitest";
import { MailRefused, MailUnavailable } from "../../_shared/clients/mail/transport.ts";
import { AppError } from "../../_shared/errors.ts";
import { probe } from "./probe.ts";

const limits = { slow: 30, lost: 80 };
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let logLines: string[] = [];
beforeEach(() => {
  logLines = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void logLines.push(line));
});

describe("ACONT-26: the state of a checked service", () => {
  it.each([
    ["working", () => Promise.resolve()],
    ["slow", () => wait(45)],
    ["failing", () => wait(10_000)],
    ["failing", () => Promise.reject(new MailUnavailable("421 too busy"))],
    ["failing", () => Promise.reject(new AppError("provider_unavailable"))],
    ["refused", () => Promise.reject(new AppError("provider_failed"))],
    ["refused", () => Promise.reject(new MailRefused("535 wrong password"))],
  ])("is %s", async (state, check) => {
    const result = await probe("Mail", check, limits);
    expect(result.state).toBe(state);
    expect(result.milliseconds).toBeLessThan(1000);
    expect(logLines).toHaveLength(state === "working" || state === "slow" ? 0 : 1);
  });
});
