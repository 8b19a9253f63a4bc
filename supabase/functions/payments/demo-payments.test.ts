import { describe, expect, it } from "vitest";
import { demoOutcome } from "./demo-payments.ts";

describe("the demo provider", () => {
  it.each([
    [0, "succeeded"],
    [0.899, "succeeded"],
    [0.9, "declined"],
    [0.999, "declined"],
  ] as const)(
    "DON-11, DON-17: turns the random number %d into the outcome %s",
    (randomNumber, outcome) => {
      expect(demoOutcome("ann@example.org", randomNumber)).toBe(outcome);
    },
  );

  it("lets the donor's email address decide the outcome, like test cards", () => {
    expect(demoOutcome("ann+declined@example.org", 0)).toBe("declined");
    expect(demoOutcome("Ann+Approved@example.org", 0.99)).toBe("succeeded");
    expect(demoOutcome("declined@example.org", 0)).toBe("succeeded");
  });
});
