import { describe, expect, it } from "vitest";
import { checkoutMetadata, checkoutDetailsOf } from "./checkout-metadata.ts";

const checkout = {
  attemptId: "0d8f6a2c-5f0e-4a52-9d3c-0f6a3f1b2c4d",
  firstName: "Ann",
  lastName: "Lee",
  email: "ann.lee@example.org",
  isAnonymous: true,
  inHonorOf: "Sgt. Reyes",
  isMemorial: true,
  source: "spring-gala",
  feeCovered: 175,
};

describe("donor metadata in Stripe", () => {
  it("survives a round trip", () => {
    expect(checkoutDetailsOf(checkoutMetadata(checkout))).toEqual(checkout);
    const plainCheckout = {
      ...checkout,
      isAnonymous: false,
      inHonorOf: undefined,
      isMemorial: false,
      source: undefined,
      feeCovered: 0,
    };
    expect(checkoutDetailsOf(checkoutMetadata(plainCheckout))).toEqual(plainCheckout);
  });

  it("isn't read from other objects in the account", () => {
    expect(checkoutDetailsOf({})).toBeUndefined();
    expect(checkoutDetailsOf(null)).toBeUndefined();
    expect(checkoutDetailsOf({ ...checkoutMetadata(checkout), kind: "ticket" })).toBeUndefined();
    expect(checkoutDetailsOf({ ...checkoutMetadata(checkout), email: "" })).toBeUndefined();
  });

  it("can be read even if it was edited manually", () => {
    const editedMetadata = {
      ...checkoutMetadata(checkout),
      attempt_id: "?",
      fee_covered: "-1",
      source: "Spring Gala",
      first_name: "",
    };
    expect(checkoutDetailsOf(editedMetadata)).toMatchObject({
      attemptId: undefined,
      feeCovered: 0,
      source: undefined,
      firstName: "Donor",
    });
  });
});
