import { afterEach, expect, test, vi } from "vitest";
import { adminDonation } from "../testing/builders.ts";
import { fakeApi, type FakeAnswer } from "../testing/fake-api.ts";
import { apiPage } from "./api-lists.ts";

vi.mock("./access-token.ts", () => ({ accessToken: () => Promise.resolve("admin") }));

afterEach(() => vi.unstubAllGlobals());

test("says how much more of a list there is, as far as the server counted", async () => {
  const gift = adminDonation();
  const read = (answer: FakeAnswer) => {
    fakeApi({ "GET /api/donations": { body: [gift], ...answer } });
    return apiPage("GET /api/donations", { as: "admin" });
  };
  const page = { rows: [gift], hasMore: true, total: null, isCapped: false };
  expect(await read({ total: 57, isCounted: false })).toEqual(page);
  expect(await read({ total: 57 })).toEqual({ ...page, total: 57 });
  expect(await read({ total: 10_001 })).toEqual({ ...page, total: 10_000, isCapped: true });
  expect(await read({ total: 1 })).toEqual({ ...page, hasMore: false, total: 1 });
});
