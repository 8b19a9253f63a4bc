import { expect, test } from "vitest";
import { getOrStartAttempt, saveAttempt, readUnresolvedAttempt } from "./attempt.ts";
import { isPaymentPending } from "./attempt-draft.ts";

test("a payment counts as pending once its confirmation has started", () => {
  const donor = {
    firstName: "Anna",
    lastName: "Reyes",
    hasOneName: false,
    email: "anna@example.org",
    coversFee: false,
    isAnonymous: false,
    inHonorOf: "",
    isMemorial: false,
    tribute: null,
    keepsCard: false,
  };
  expect(isPaymentPending()).toBe(false);
  const attempt = getOrStartAttempt({ amount: 50, frequency: "one-time" }, donor);
  expect(isPaymentPending()).toBe(false);
  saveAttempt({ ...attempt, paymentIntentId: "pi_1", isConfirming: true });
  expect(isPaymentPending()).toBe(true);
  expect(readUnresolvedAttempt()?.paymentIntentId).toBe("pi_1");
});
