import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { catalog } from "../functions/_shared/contracts/catalog.ts";
import { endpoint, type EndpointDefinition } from "../functions/_shared/contracts/endpoint.ts";
import { findBreakingChanges } from "./find-breaking-changes.ts";
import { createOperationContracts, type Contract, type OperationContract } from "./contract.ts";
import type { Schema } from "./schema.ts";

const current = createOperationContracts(catalog);

const partner = { name: z.string(), status: z.enum(["new", "known"]), city: z.string().optional() };
const oldEndpoint = {
  method: "PUT",
  path: "/api/partners/:id",
  access: "volunteer-or-admin",
  summary: "Change a partner",
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({ sort: z.enum(["name", "-name"]).default("name") }),
  body: z.strictObject(partner),
  output: z.object({ ...partner, tags: z.array(z.object({ label: z.string() })) }),
} satisfies EndpointDefinition;

/** Compares a made-up release with a changed version of its endpoint. */
const findReleaseChanges = (changes: Partial<EndpointDefinition>): string[] =>
  findBreakingChanges(
    { operations: createOperationContracts({ updatePartner: endpoint(oldEndpoint) }) },
    { operations: createOperationContracts({ updatePartner: { ...oldEndpoint, ...changes } }) },
  );
const extendOutput = (fields: z.ZodRawShape) => ({ output: oldEndpoint.output.extend(fields) });
const extendBody = (fields: z.ZodRawShape) => ({ body: oldEndpoint.body.extend(fields) });

describe("a page of the last release", () => {
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
      { output: oldEndpoint.output.omit({ name: true }) },
      "response.name may be missing, but is expected",
    ],
    [
      "a response field is no longer always there",
      extendOutput({ name: z.string().optional() }),
      "response.name may be missing, but is expected",
    ],
    [
      "a response field may be null",
      extendOutput({ name: z.string().nullable() }),
      "response.name may be null, but string is expected",
    ],
    [
      "a choice in the response has a new value",
      extendOutput({ status: z.enum(["new", "known", "gone"]) }),
      'response.status may be "gone", which isn\'t expected',
    ],
    [
      "a field of a list's items changes its type",
      extendOutput({ tags: z.array(z.object({ label: z.number() })) }),
      "response.tags[].label may be number, but string is expected",
    ],
    [
      "a response is no longer JSON",
      { output: "text/csv" },
      "the type of the response has changed",
    ],
    [
      "a new input field is required",
      extendBody({ email: z.string() }),
      "body.email may be missing, but is expected",
    ],
    [
      "an optional input field becomes required",
      extendBody({ city: z.string() }),
      "body.city may be missing, but is expected",
    ],
    [
      "an input field isn't accepted anymore",
      { body: oldEndpoint.body.omit({ city: true }) },
      "body.city may be sent, but isn't accepted",
    ],
    [
      "a choice in the input loses a value",
      extendBody({ status: z.enum(["known"]) }),
      'body.status may be "new", which isn\'t expected',
    ],
    [
      "free text becomes a choice",
      extendBody({ name: z.enum(["Ann"]) }),
      "body.name may have any value, but only some are expected",
    ],
    [
      "a query parameter is required",
      { query: oldEndpoint.query.extend({ year: z.string() }) },
      "query.year may be missing, but is expected",
    ],
    [
      "a sort order is gone",
      { query: z.strictObject({ sort: z.enum(["name"]).default("name") }) },
      'query.sort may be "-name", which isn\'t expected',
    ],
    ["a body becomes bytes", { body: "bytes" }, "the kind of body has changed"],
  ])("breaks if %s", (_, changes, problem) => {
    expect(findReleaseChanges(changes)).toEqual([`PUT /api/partners/:id: ${problem}`]);
  });

  test("breaks if the response for one role loses a field that the public response never had", () => {
    const createContract = (adminFields: z.ZodRawShape) => ({
      operations: createOperationContracts({
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
    expect(findBreakingChanges(createContract({ email: z.string() }), createContract({}))).toEqual([
      "GET /api/partners: response[].email may be missing, but is expected",
    ]);
  });
});

test.each<[string, Partial<EndpointDefinition>]>([
  ["the endpoint is open to more callers", { access: "public" }],
  ["the response has more fields", extendOutput({ note: z.string() })],
  ["a response field is always there", extendOutput({ city: z.string() })],
  ["a choice in the response loses a value", extendOutput({ status: z.literal("new") })],
  ["an optional field is accepted", extendBody({ note: z.string().optional() })],
  ["an input field is optional", extendBody({ name: z.string().default("") })],
  [
    "a choice in the input has more values",
    extendBody({ status: z.enum(["new", "known", "gone"]) }),
  ],
  ["an input field may be null", extendBody({ name: z.string().nullable() })],
  ["text gets a maximum length", extendBody({ name: z.string().max(20) })],
])("a page of the last release keeps working if %s", (_, changes) => {
  expect(findReleaseChanges(changes)).toEqual([]);
});

/** Removes the first required field that it finds in a response. */
const removeFirstField = (schema: Schema): Schema => {
  if (schema.items) return { ...schema, items: removeFirstField(schema.items) };
  const [first] = schema.required ?? [];
  const { [first ?? ""]: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties, required: schema.required?.slice(1) ?? [] };
};

describe("the comparison of this catalog with a release", () => {
  test("finds no breaking changes in an identical release", () => {
    expect(findBreakingChanges({ operations: current }, { operations: current })).toEqual([]);
  });

  test("reports the loss of any endpoint", () => {
    expect(findBreakingChanges({ operations: current }, { operations: {} })).toEqual(
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
        public: removeFirstField(operation.outputs.public),
      };
      const problems = findBreakingChanges(
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
  expect(findBreakingChanges(lastRelease, { operations: current })).toEqual([]);
});
