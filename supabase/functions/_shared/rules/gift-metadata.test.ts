import { describe, expect, it } from "vitest";
import { giftMetadata, giverOf } from "./gift-metadata.ts";

const giver = {
  attemptId: "0d8f6a2c-5f0e-4a52-9d3c-0f6a3f1b2c4d",
  firstName: "Ann",
  lastName: "Lee",
  email: "ann.lee@example.org",
  isAnonymous: true,
  inHonorOf: "Sgt. Reyes",
  feeCovered: 175,
};

describe("donor metadata at Stripe", () => {
  it("survives a round trip", () => {
    expect(giverOf(giftMetadata(giver))).toEqual(giver);
    const plain = { ...giver, isAnonymous: false, inHonorOf: undefined, feeCovered: 0 };
    expect(giverOf(giftMetadata(plain))).toEqual(plain);
  });

  it("is undefined for other objects in the account", () => {
    expect(giverOf({})).toBeUndefined();
    expect(giverOf(null)).toBeUndefined();
    expect(giverOf({ ...giftMetadata(giver), kind: "ticket" })).toBeUndefined();
    expect(giverOf({ ...giftMetadata(giver), email: "" })).toBeUndefined();
  });

  it("tolerates edits made by hand", () => {
    const given = { ...giftMetadata(giver), attempt_id: "?", fee_covered: "-1", first_name: "" };
    expect(giverOf(given)).toMatchObject({
      attemptId: undefined,
      feeCovered: 0,
      firstName: "Donor",
    });
  });
});
