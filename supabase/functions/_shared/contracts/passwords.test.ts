import { expect, test } from "vitest";
import type { z } from "zod";
import { findNewPasswordProblem, isSamePassword } from "../rules/new-password.ts";
import { catalog } from "./catalog.ts";
import type { EndpointDefinition } from "./endpoint.ts";

/** The same passwords as a Mac, a phone and a Windows keyboard send them. */
const PASSWORDS = [
  "Grüße!2026 für alle",
  "Mật khẩu số 2026",
  "비밀번호는 2026년입니다",
  "Ångström!2026",
];

const passwordFields = Object.entries<EndpointDefinition>(catalog).flatMap(([name, { body }]) =>
  Object.entries((body as { readonly shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {})
    .filter(([field]) => /password/i.test(field))
    .map(([field, schema]) => ({ field: `${name}.${field}`, schema })),
);

test.each(passwordFields)("$field is the same password from every keyboard", ({ schema }) => {
  for (const password of PASSWORDS) {
    expect(schema.parse(password.normalize("NFD"))).toBe(password.normalize("NFC"));
    expect(schema.parse(password.normalize("NFC"))).toBe(password.normalize("NFC"));
  }
});

test.each(PASSWORDS)("%s is compared and counted as one form", (password) => {
  const [composed, decomposed] = [password.normalize("NFC"), password.normalize("NFD")];
  expect(isSamePassword(decomposed, composed)).toBe(true);
  expect(isSamePassword(composed, decomposed)).toBe(true);
  expect(findNewPasswordProblem(decomposed, composed.length)).toBeUndefined();
  expect(findNewPasswordProblem(decomposed, composed.length + 1)).toMatch(/^Use at least/);
});

test("the catalog has every form that sets a password", () => {
  expect(passwordFields.length).toBeGreaterThanOrEqual(11);
});
