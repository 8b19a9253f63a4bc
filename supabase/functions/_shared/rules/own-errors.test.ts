import { describe, expect, it } from "vitest";
import { OTHER_REFUSALS, PLATFORM_REFUSALS } from "../../../tests/platform-refusals.ts";
import {
  isAiError,
  isApiError,
  isAuthError,
  isMailApiError,
  isStorageError,
  isStripeError,
  parseOwnError,
} from "./own-errors.ts";

const OWN_ERROR_TESTS = {
  "our functions": isApiError,
  Auth: isAuthError,
  Storage: isStorageError,
  Stripe: isStripeError,
  "the AI service": isAiError,
  "the email provider": isMailApiError,
};

describe("the errors that a service sends itself", () => {
  it.each([
    ["our functions", { message: "Please log in.", code: "unauthenticated", requestId: "r1" }],
    ["Auth", { code: "invalid_credentials", message: "Invalid login credentials" }],
    ["Auth", { code: 403, error_code: "otp_expired", msg: "Email link has expired" }],
    ["Auth", { error: "invalid_grant", error_description: "Invalid Refresh Token" }],
    ["Storage", { statusCode: "404", error: "not_found", message: "Object not found" }],
    [
      "Storage",
      {
        statusCode: "413",
        code: "EntityTooLarge",
        error: "Payload too large",
        message: "Too large",
      },
    ],
    ["Stripe", { error: { type: "card_error", code: "card_declined", message: "Declined." } }],
    ["the AI service", { error: { message: "Incorrect API key provided", code: "x" } }],
    [
      "the email provider",
      { statusCode: 422, name: "validation_error", message: "Invalid `to` field." },
    ],
  ] as const)("an error of %s is its own: %o", (service, body) => {
    expect(parseOwnError(JSON.stringify(body), OWN_ERROR_TESTS[service])).toEqual(body);
  });

  it.each([
    ["our functions", { message: "Payment required", code: "card_declined" }],
    ["our functions", { message: "Payment required", requestId: "r1" }],
    ["our functions", { code: "card_declined", requestId: "r1" }],
    ["our functions", { message: "Not found", code: "NOT_FOUND", requestId: "r1" }],
    ["our functions", { message: { en: "No" }, code: "not_found", requestId: "r1" }],
    ["Auth", { code: "invalid_credentials" }],
    ["Auth", { code: 403, msg: "Email link has expired" }],
    ["Auth", { error: "invalid_grant" }],
    ["Storage", { statusCode: 404, error: "Not Found", message: "Route GET:/x not found" }],
    ["Storage", { statusCode: "404", message: "Object not found" }],
    ["Stripe", { error: "card_declined", message: "Declined." }],
    ["Stripe", { error: { message: "Declined." } }],
    ["the AI service", { error: "model_not_found" }],
    ["the email provider", { statusCode: 422, message: "Invalid `to` field." }],
  ] as const)("an error that lacks a part isn't an error of %s: %o", (service, body) => {
    expect(parseOwnError(JSON.stringify(body), OWN_ERROR_TESTS[service])).toBeUndefined();
  });

  it.each([...PLATFORM_REFUSALS, ...OTHER_REFUSALS])(
    "threat 49: an error that something sends in a service's place isn't its own: $name ($status)",
    ({ body }) => {
      for (const [service, isOwn] of Object.entries(OWN_ERROR_TESTS)) {
        expect(parseOwnError(body, isOwn), service).toBeUndefined();
      }
    },
  );
});
