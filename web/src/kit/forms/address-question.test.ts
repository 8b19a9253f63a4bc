import { expect, test } from "vitest";
import { getAddressQuestion } from "./address-question.ts";

const ask = (values: object, changes: object = values) =>
  getAddressQuestion(values, changes)?.body ?? null;

const ADDRESS = "1 Main St\nFort Worth, TX 02138";

test.each([
  [{ zipCode: "02138", state: "TX" }, { zipCode: "02138" }],
  [{ zipCode: "02138", state: "TX" }, { state: "TX" }],
  [{ zipCode: "76102", state: "AE" }, { state: "AE" }],
  [{ state: "Texaz" }, { state: "Texaz" }],
  [{ address: ADDRESS }, { address: ADDRESS }],
  [{ recipientAddress: ADDRESS }, { recipientAddress: ADDRESS }],
  [{ tribute: { recipientAddress: ADDRESS } }, { tribute: { recipientAddress: ADDRESS } }],
])("asks about %j", (values, changes) => {
  expect(ask(values, changes)).toMatch(/^(?:ZIP code|We don't know)/);
});

test.each([
  // What is already stored isn't asked about again.
  [{ zipCode: "02138", state: "TX", phone: "1" }, { phone: "1" }],
  [{ address: ADDRESS, city: "Waco" }, { city: "Waco" }],
  [
    { zipCode: "76102", state: "TX" },
    { zipCode: "76102", state: "TX" },
  ],
  [{ zipCode: "02138", state: "Unknown" }, { zipCode: "02138" }],
  [
    { zipCode: null, state: null },
    { zipCode: null, state: null },
  ],
  [{ notes: ADDRESS }, { notes: ADDRESS }],
  [
    { address: null, tags: ["TX 02138"] },
    { address: null, tags: ["TX 02138"] },
  ],
])("doesn't ask about %j", (values, changes) => {
  expect(ask(values, changes)).toBe(null);
});
