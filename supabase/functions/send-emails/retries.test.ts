import { describe, expect, it } from "vitest";
import { MailRefusedError, MailUnavailableError } from "../_shared/clients/mail/transport.ts";
import { UnsendableMailError } from "../_shared/mail/placeholders.ts";
import { getFailureResult } from "./retries.ts";

const firstAttempt = { attempts: 1, wasOvertaken: false };
const outage = new MailUnavailableError("connection refused");
const limit = new MailUnavailableError("over quota", { reason: "limit", retryAfterSeconds: 60 });
const lostReply = new MailUnavailableError("no reply", { mayBeSent: true });

it("a failed email is retried at increasing intervals until almost two days have passed", () => {
  const results = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) =>
    getFailureResult(new Error("mailbox full"), { ...firstAttempt, attempts }),
  );
  const delays = results.map((result) =>
    result.status === "queued" ? result.delaySeconds / 60 : result.status,
  );
  expect(delays).toEqual([1, 5, 30, 120, 360, 720, 1440, "failed"]);
});

describe("threat 31: a failed attempt", () => {
  const lastAttempt = { attempts: 8, wasOvertaken: false };
  it.each([
    ["the transport is down", outage, lastAttempt],
    ["the provider's limit is reached", limit, lastAttempt],
    ["the provider's limit is reached again", limit, { attempts: 8, wasOvertaken: true }],
  ])("doesn't count if %s", (_, error, mail) => {
    expect(getFailureResult(error, mail)).toMatchObject({
      status: "queued",
      isUntried: true,
      pause: { reason: error.reason },
    });
  });

  it.each([
    ["the reply was lost after the email was handed over", lostReply, firstAttempt],
    ["only this email makes the transport fail", outage, { ...firstAttempt, wasOvertaken: true }],
  ])("counts if %s, and pauses the transport", (_, error, mail) => {
    const result = getFailureResult(error, mail);
    expect(result).toMatchObject({ status: "queued", delaySeconds: 60, pause: error });
    expect(result).not.toHaveProperty("isUntried");
    expect(getFailureResult(error, { ...mail, attempts: 8 })).toMatchObject({ status: "failed" });
  });

  it.each([
    ["the provider rejects the email", new MailRefusedError("no such mailbox"), "failed", true],
    ["the email can't be rendered", new UnsendableMailError("no value"), "held", undefined],
  ] as const)("is final if %s", (_, error, status, isTransportUp) => {
    const result = getFailureResult(error, firstAttempt);
    expect(result).toEqual({
      status,
      reason: error.message,
      ...(isTransportUp && { isTransportUp }),
    });
  });
});
