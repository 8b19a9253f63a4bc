import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ErrorCode } from "./error-catalog.ts";
import { AppError, createProviderError, toAppError } from "./errors.ts";

const migrations = globSync("supabase/migrations/*.sql").map((file) => readFileSync(file, "utf8"));
const findCodes = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, code = ""]) => code))].toSorted();

/** An error as postgres.js throws it. */
const convertCode = (code: string) => toAppError(Object.assign(new Error("no"), { code }));

describe("our SQLSTATEs", () => {
  const raisedCodes = findCodes(migrations.join("\n"), /errcode\s*:?=\s*'(CP\d{3})'/g);
  const catalogedCodes = [
    ...migrations.join("\n").matchAll(/^--\s+(CP\d{3}) \w+\s+(\d{3}) {2}\S/gm),
  ].map(([, code = "", status]) => ({ code, status: Number(status) }));

  it("match between the migrations, their catalog and errors.ts", () => {
    const mappedCodes = findCodes(
      readFileSync("supabase/functions/_shared/errors.ts", "utf8"),
      /^ {2}(CP\d{3}): /gm,
    );
    expect(raisedCodes.length).toBeGreaterThan(10);
    expect(mappedCodes).toEqual(raisedCodes);
    expect(catalogedCodes.map(({ code }) => code)).toEqual(raisedCodes);
  });

  it.each(catalogedCodes)(
    "include $code, which becomes $status as cataloged",
    ({ code, status }) => {
      expect(convertCode(code).status).toBe(status);
    },
  );

  it("become 500 if unknown", () => {
    expect(convertCode("CP999").status).toBe(500);
  });
});

describe("a failing service", () => {
  it.each(["busy", "provider_unavailable", "payments_not_configured"] satisfies ErrorCode[])(
    "causes a 503 with Retry-After for %s",
    (code) => {
      const { status, retryAfterSeconds } = new AppError(code);
      expect(status).toBe(503);
      expect(retryAfterSeconds).toBeGreaterThan(0);
    },
  );

  it.each([
    [undefined, 503],
    [0, 503],
    [408, 503],
    [429, 503],
    [500, 503],
    [529, 503],
    [400, 502],
    [401, 502],
    [404, 502],
  ])("with the status %s causes a %d", (providerStatus, status) => {
    expect(createProviderError(providerStatus, undefined).status).toBe(status);
  });
});

it.each([
  ..."ECONNREFUSED ECONNRESET EPIPE EPROTO ETIMEDOUT EHOSTUNREACH ENETDOWN ENOTFOUND EAI_AGAIN".split(
    " ",
  ),
  ..."CONNECTION_CLOSED CONNECTION_DESTROYED CONNECTION_ENDED CONNECT_TIMEOUT".split(" "),
  ..."08000 08006 53200 57P01 57P02 57P03 58030".split(" "),
])("threat 49: the error code %s causes a 503 with Retry-After", (code) => {
  const { status, retryAfterSeconds, message } = convertCode(code);
  expect(status).toBe(503);
  expect(retryAfterSeconds).toBeGreaterThan(0);
  expect(message).toMatch(/Please try again in a moment\.$/);
});

it.each(["25006", "53100"])(
  "the error code %s tells people that nothing can be saved, and that what they typed isn't lost",
  (code) => {
    const { status, retryAfterSeconds, message } = convertCode(code);
    expect([status, retryAfterSeconds]).toEqual([503, 60]);
    expect(message).toMatch(/can't save anything .*nothing you typed is lost/);
  },
);

it.each(["53300", "55P03", "57014"])("the error code %s is reported as a busy database", (code) => {
  expect(convertCode(code)).toMatchObject({ status: 503, code: "busy" });
});

it.each(["42P01", "28P01", "XX000", "MESSAGE_NOT_SUPPORTED", "ERR_INVALID_ARG_TYPE"])(
  "the error code %s is reported as our own failure",
  (code) => {
    expect(convertCode(code)).toMatchObject({ status: 500, code: "unexpected" });
  },
);

describe("threat 49: an error that ends the session", () => {
  /** The codes that Supavisor and Postgres send, and what a caller sees. */
  const codes = [
    ["XX000", "busy"],
    ["53300", "busy"],
    ["08P01", "provider_unavailable"],
    ["22023", "provider_unavailable"],
    ["25P03", "provider_unavailable"],
    ["26000", "provider_unavailable"],
    ["28P01", "provider_unavailable"],
    ["3D000", "provider_unavailable"],
    ["42501", "provider_unavailable"],
    ["42P05", "provider_unavailable"],
    ["57P01", "provider_unavailable"],
  ] as const;
  const convert = (code: string, fields: object) =>
    toAppError(Object.assign(new Error("no"), { code, ...fields }));

  it.each(codes)("causes a 503 if its code is %s (%s)", (code, expectedCode) => {
    for (const fields of [
      { severity: "FATAL", severity_local: "FATAL" },
      { severity: "PANIC", severity_local: "PANIK" },
      // Supavisor sends no untranslated severity.
      { severity_local: "FATAL" },
    ]) {
      const { status, code: actualCode, retryAfterSeconds } = convert(code, fields);
      expect([status, actualCode]).toEqual([503, expectedCode]);
      expect(retryAfterSeconds).toBeGreaterThan(0);
    }
  });

  it("isn't mistaken for an internal error of Postgres, which is our own failure", () => {
    const error = convert("XX000", { severity: "ERROR", severity_local: "FATAL" });
    expect(error).toMatchObject({ status: 500, code: "unexpected" });
  });
});

it("the message for a missing row is its exception's hint, or a default if there is none", () => {
  const hint = "We couldn't find that application. It may have been deleted.";
  const error = Object.assign(new Error("no such application"), { code: "CP009", hint });
  expect(toAppError(error)).toMatchObject({ status: 404, code: "not_found", message: hint });
  expect(convertCode("CP009").message).toBe("We couldn't find what you're looking for.");
});
