import { expect, test } from "vitest";
import { attemptFor, saveAttempt, unsettledAttempt } from "./attempt.ts";
import { isPaymentUnderWay } from "./under-way.ts";

test("a payment counts as under way from its confirmation on", () => {
  const giver = {
    firstName: "Anna",
    lastName: "Reyes",
    hasOneName: false,
    email: "anna@example.org",
    coversFee: false,
    isAnonymous: false,
    inHonorOf: "",
    website: "",
  };
  expect(isPaymentUnderWay()).toBe(false);
  const attempt = attemptFor({ amount: 50, frequency: "one-time" }, giver);
  expect(isPaymentUnderWay()).toBe(false);
  saveAttempt({ ...attempt, paymentIntentId: "pi_1", isConfirming: true });
  expect(isPaymentUnderWay()).toBe(true);
  expect(unsettledAttempt()?.paymentIntentId).toBe("pi_1");
});
