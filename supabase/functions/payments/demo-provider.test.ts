import { describe, expect, it } from "vitest";
import { chooseDemoOutcome } from "./demo-provider.ts";

describe("the demo provider", () => {
  it.each([
    [0, "succeeded"],
    [0.899, "succeeded"],
    [0.9, "declined"],
    [0.999, "declined"],
  ] as const)(
    "DON-11, DON-17: turns the random number %d into the outcome %s",
    (randomNumber, outcome) => {
      expect(chooseDemoOutcome("ann@example.org", randomNumber)).toBe(outcome);
    },
  );

  it("lets the donor's email address decide the outcome, like test cards", () => {
    expect(chooseDemoOutcome("ann+declined@example.org", 0)).toBe("declined");
    expect(chooseDemoOutcome("Ann+Approved@example.org", 0.99)).toBe("succeeded");
    expect(chooseDemoOutcome("declined@example.org", 0)).toBe("succeeded");
  });
});
