import { expect, it } from "vitest";
import { anonymous, type Caller, service } from "../caller.ts";
import { AppError } from "../errors.ts";
import { replayAfterRefusal } from "./idempotency.ts";
import type { Services } from "./services.ts";

const request = { operation: "createTestimonial", key: "a-key-of-one", requestHashes: ["hash"] };
const refusal = new AppError("upload_not_found");

/** Creates services with a fake database that already stores the response. */
function createServices(storedResponse: unknown) {
  const lookupCallers: unknown[] = [];
  const sql = Object.assign(() => Promise.resolve([{ response: storedResponse }]), {
    json: (value: unknown) => value,
  });
  const database = {
    as: (caller: unknown, work: (sql: unknown) => unknown) => {
      lookupCallers.push(caller);
      return work(sql);
    },
  };
  return { lookupCallers, services: { database } as unknown as Services };
}

it("a visitor's refused retry gets the response of the first request", async () => {
  const { lookupCallers, services } = createServices({ message: "Thank you" });
  expect(await replayAfterRefusal(services, anonymous, request, refusal)).toEqual({
    message: "Thank you",
  });
  expect(lookupCallers).toEqual([service]);
});

it("a signed-in caller's response is looked up with their own rights", async () => {
  const caller = { kind: "admin", accessToken: "t" } as Caller;
  const { lookupCallers, services } = createServices({ id: "1" });
  expect(await replayAfterRefusal(services, caller, request, refusal)).toEqual({ id: "1" });
  expect(lookupCallers).toEqual([caller]);
});

it("a request without an earlier response is rejected, and unexpected errors are passed on", async () => {
  await expect(
    replayAfterRefusal(createServices(null).services, anonymous, request, refusal),
  ).rejects.toBe(refusal);
  const { lookupCallers, services } = createServices({ id: "1" });
  const unexpectedError = new Error("the database is down");
  await expect(replayAfterRefusal(services, anonymous, request, unexpectedError)).rejects.toBe(
    unexpectedError,
  );
  expect(lookupCallers).toEqual([]);
});
