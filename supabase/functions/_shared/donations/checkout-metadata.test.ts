import { describe, expect, it } from "vitest";
import { createCheckoutMetadata, readCheckoutDetails } from "./checkout-metadata.ts";

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
    expect(readCheckoutDetails(createCheckoutMetadata(checkout))).toEqual(checkout);
    const plainCheckout = {
      ...checkout,
      isAnonymous: false,
      inHonorOf: undefined,
      isMemorial: false,
      source: undefined,
      feeCovered: 0,
    };
    expect(readCheckoutDetails(createCheckoutMetadata(plainCheckout))).toEqual(plainCheckout);
  });

  it("isn't read from other objects in the account", () => {
    expect(readCheckoutDetails({})).toBeUndefined();
    expect(readCheckoutDetails(null)).toBeUndefined();
    expect(
      readCheckoutDetails({ ...createCheckoutMetadata(checkout), kind: "ticket" }),
    ).toBeUndefined();
    expect(readCheckoutDetails({ ...createCheckoutMetadata(checkout), email: "" })).toBeUndefined();
  });

  it("can be read even if it was edited manually", () => {
    const editedMetadata = {
      ...createCheckoutMetadata(checkout),
      attempt_id: "?",
      fee_covered: "-1",
      source: "Spring Gala",
      first_name: "",
    };
    expect(readCheckoutDetails(editedMetadata)).toMatchObject({
      attemptId: undefined,
      feeCovered: 0,
      source: undefined,
      firstName: "Donor",
    });
  });
});
