import { expect, it } from "vitest";
import { anonymous, type Caller, service } from "../caller.ts";
import { AppError } from "../errors.ts";
import { replayRefused } from "./idempotency.ts";
import type { Services } from "./services.ts";

const request = { operation: "createTestimonial", key: "a-key-of-one", requestHash: "hash" };
const refusal = new AppError("upload_not_found");

/** A fake database that already stores that response. */
function databaseWith(answer: unknown) {
  const lookupCallers: unknown[] = [];
  const sql = () => Promise.resolve([{ answer }]);
  const database = {
    as: (caller: unknown, work: (sql: unknown) => unknown) => {
      lookupCallers.push(caller);
      return work(sql);
    },
  };
  return { lookupCallers, services: { database } as unknown as Services };
}

it("returns the first response when a visitor's rejected request is a retry", async () => {
  const { lookupCallers, services } = databaseWith({ message: "Thank you" });
  expect(await replayRefused(services, anonymous, request, refusal)).toEqual({
    message: "Thank you",
  });
  expect(lookupCallers).toEqual([service]);
});

it("looks up a signed-in caller's response with their own rights", async () => {
  const caller = { kind: "admin", accessToken: "t" } as Caller;
  const { lookupCallers, services } = databaseWith({ id: "1" });
  expect(await replayRefused(services, caller, request, refusal)).toEqual({ id: "1" });
  expect(lookupCallers).toEqual([caller]);
});

it("rejects a request without an earlier response, and passes on unexpected errors", async () => {
  await expect(
    replayRefused(databaseWith(null).services, anonymous, request, refusal),
  ).rejects.toBe(refusal);
  const { lookupCallers, services } = databaseWith({ id: "1" });
  const fault = new Error("the database is away");
  await expect(replayRefused(services, anonymous, request, fault)).rejects.toBe(fault);
  expect(lookupCallers).toEqual([]);
});
