import { expect, it } from "vitest";
import { toRestError, isSqlState } from "./rest-errors.ts";

const createError = (code: string, details: object = {}) =>
  Object.assign(new Error("It does not fit"), { code, ...details });

it.each([
  ["23514", 400],
  ["23P01", 400],
  ["P0001", 400],
  ["CP003", 400],
  ["P0002", 500],
  ["40001", 500],
  ["55P03", 500],
  ["57014", 500],
  ["53300", 503],
  ["53400", 500],
  ["28000", 403],
])("SQLSTATE %s becomes a %i, as in PostgREST", (code, status) => {
  const error = toRestError(createError(code, { detail: "Failing row", hint: "Try another" }));
  expect(error).toMatchObject({ code: "PGRST", detail: JSON.stringify({ status, headers: {} }) });
  expect(JSON.parse((error as Error).message)).toEqual({
    code,
    message: "It does not fit",
    details: "Failing row",
    hint: "Try another",
  });
});

it.each(["ECONNREFUSED", "CONNECTION_ENDED", "57P01", "57P03", "08006", "23505", "42501", "PT403"])(
  "an error with the code %s is passed on unchanged",
  (code) => {
    const error = createError(code);
    expect(toRestError(error)).toBe(error);
  },
);

it("connection errors aren't treated as errors of a statement", () => {
  expect(["SUP", "ECONNRESET", "08006", "57P01"].filter(isSqlState)).toEqual([]);
});
