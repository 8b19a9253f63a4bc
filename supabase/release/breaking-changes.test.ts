import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { catalog } from "../functions/_shared/contracts/catalog.ts";
import { endpoint, type EndpointDefinition } from "../functions/_shared/contracts/endpoint.ts";
import { breakingChanges } from "./breaking-changes.ts";
import { operationsOf, type Contract, type OperationContract } from "./contract.ts";
import type { Schema } from "./schema.ts";

const current = operationsOf(catalog);

const partner = { name: z.string(), status: z.enum(["new", "known"]), city: z.string().optional() };
const released = {
  method: "PUT",
  path: "/api/partners/:id",
  access: "volunteer-or-admin",
  summary: "Change a partner",
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({ sort: z.enum(["name", "-name"]).default("name") }),
  body: z.strictObject(partner),
  output: z.object({ ...partner, tags: z.array(z.object({ label: z.string() })) }),
} satisfies EndpointDefinition;

/** Compares a made-up release with a version of the same endpoint. */
const changesAfter = (changes: Partial<EndpointDefinition>): string[] =>
  breakingChanges(
    { operations: operationsOf({ updatePartner: endpoint(released) }) },
    { operations: operationsOf({ updatePartner: { ...released, ...changes } }) },
  );
const outputWith = (fields: z.ZodRawShape) => ({ output: released.output.extend(fields) });
const bodyWith = (fields: z.ZodRawShape) => ({ body: released.body.extend(fields) });

describe("a page of the last release breaks", () => {
  test.each<[string, Partial<EndpointDefinition>, string]>([
    ["an endpoint is gone", { path: "/api/friends/:id" }, "the endpoint is gone"],
    [
      "an endpoint is closed to some callers",
      { access: "admin" },
      "the access is now admin, not volunteer-or-admin",
    ],
    ["a form token is required", { formToken: true }, "the header X-Form-Token is now required"],
    [
      "an idempotency key is required",
      { idempotencyKey: "attempt" },
      "the header Idempotency-Key is now required",
    ],
    [
      "a response field is gone",
      { output: released.output.omit({ name: true }) },
      "response.name may be missing, but is expected",
    ],
    [
      "a response field is no longer always there",
      outputWith({ name: z.string().optional() }),
      "response.name may be missing, but is expected",
    ],
    [
      "a response field may be null",
      outputWith({ name: z.string().nullable() }),
      "response.name may be null, but string is expected",
    ],
    [
      "a choice in the response has a new value",
      outputWith({ status: z.enum(["new", "known", "gone"]) }),
      'response.status may be "gone", which isn\'t expected',
    ],
    [
      "a field of a list's items changes its type",
      outputWith({ tags: z.array(z.object({ label: z.number() })) }),
      "response.tags[].label may be number, but string is expected",
    ],
    [
      "a response is no longer JSON",
      { output: "text/csv" },
      "the type of the response has changed",
    ],
    [
      "a new input field is required",
      bodyWith({ email: z.string() }),
      "body.email may be missing, but is expected",
    ],
    [
      "an optional input field becomes required",
      bodyWith({ city: z.string() }),
      "body.city may be missing, but is expected",
    ],
    [
      "an input field isn't accepted anymore",
      { body: released.body.omit({ city: true }) },
      "body.city may be sent, but isn't accepted",
    ],
    [
      "a choice in the input loses a value",
      bodyWith({ status: z.enum(["known"]) }),
      'body.status may be "new", which isn\'t expected',
    ],
    [
      "free text becomes a choice",
      bodyWith({ name: z.enum(["Ann"]) }),
      "body.name may have any value, but only some are expected",
    ],
    [
      "a query parameter is required",
      { query: released.query.extend({ year: z.string() }) },
      "query.year may be missing, but is expected",
    ],
    [
      "a sort order is gone",
      { query: z.strictObject({ sort: z.enum(["name"]).default("name") }) },
      'query.sort may be "-name", which isn\'t expected',
    ],
    ["a body becomes bytes", { body: "bytes" }, "the kind of body has changed"],
  ])("if %s", (_, changes, problem) => {
    expect(changesAfter(changes)).toEqual([`PUT /api/partners/:id: ${problem}`]);
  });

  test("if the response for one role loses a field that the public response never had", () => {
    const listFor = (adminFields: z.ZodRawShape) => ({
      operations: operationsOf({
        listPartners: {
          method: "GET",
          path: "/api/partners",
          access: "public",
          summary: "Partners",
          output: z.array(z.object({ name: z.string() })),
          outputFor: { admin: z.array(z.object({ name: z.string(), ...adminFields })) },
        },
      }),
    });
    expect(breakingChanges(listFor({ email: z.string() }), listFor({}))).toEqual([
      "GET /api/partners: response[].email may be missing, but is expected",
    ]);
  });
});

test.each<[string, Partial<EndpointDefinition>]>([
  ["the endpoint is open to more callers", { access: "public" }],
  ["the response has more fields", outputWith({ note: z.string() })],
  ["a response field is always there", outputWith({ city: z.string() })],
  ["a choice in the response loses a value", outputWith({ status: z.literal("new") })],
  ["an optional field is accepted", bodyWith({ note: z.string().optional() })],
  ["an input field is optional", bodyWith({ name: z.string().default("") })],
  ["a choice in the input has more values", bodyWith({ status: z.enum(["new", "known", "gone"]) })],
  ["an input field may be null", bodyWith({ name: z.string().nullable() })],
  ["text gets a maximum length", bodyWith({ name: z.string().max(20) })],
])("a page of the last release keeps working if %s", (_, changes) => {
  expect(changesAfter(changes)).toEqual([]);
});

/** Removes the first required field that it finds in a response. */
const withoutFirstField = (schema: Schema): Schema => {
  if (schema.items) return { ...schema, items: withoutFirstField(schema.items) };
  const [first] = schema.required ?? [];
  const { [first ?? ""]: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties, required: schema.required?.slice(1) ?? [] };
};

describe("this catalog, compared with an identical release", () => {
  test("has no breaking changes", () => {
    expect(breakingChanges({ operations: current }, { operations: current })).toEqual([]);
  });

  test("reports the loss of any endpoint", () => {
    expect(breakingChanges({ operations: current }, { operations: {} })).toEqual(
      Object.keys(current).map((name) => `${name}: the endpoint is gone`),
    );
  });

  const jsonOperations = Object.entries(current).filter(
    (entry): entry is [string, OperationContract & { outputs: { public: Schema } }] => {
      const { public: output } = entry[1].outputs;
      return typeof output === "object" && ((output.items ?? output).required?.length ?? 0) > 0;
    },
  );
  test("reports the loss of a field from any response", () => {
    expect(jsonOperations.length).toBeGreaterThan(100);
    for (const [name, operation] of jsonOperations) {
      const outputs = {
        ...operation.outputs,
        public: withoutFirstField(operation.outputs.public),
      };
      const problems = breakingChanges(
        { operations: { [name]: operation } },
        { operations: { [name]: { ...operation, outputs } } },
      );
      expect(problems, name).toEqual([expect.stringMatching(/may be missing, but is expected$/)]);
      expect(problems[0]).toContain(`${name}: response`);
    }
  });
});

test("this version's API serves the pages of the last release that are still open", () => {
  const lastRelease = JSON.parse(
    readFileSync("supabase/release/contract.json", "utf8"),
  ) as Contract;
  expect(breakingChanges(lastRelease, { operations: current })).toEqual([]);
});
