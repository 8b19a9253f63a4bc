import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { catalog } from "../../_shared/contracts/catalog.ts";
import type { EndpointDefinition } from "../../_shared/contracts/endpoint.ts";
import { errorStatuses } from "../../_shared/errors.ts";
import { createOpenApiDocument } from "./document.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- tests read any part of the document
type Json = Record<string, any>;

const endpoints = Object.entries(catalog) as [string, EndpointDefinition][];
const document: Json = createOpenApiDocument("https://www.example.org");
const operations = Object.values(document["paths"] as Json).flatMap((path) =>
  Object.values(path as Json),
) as Json[];
const findOperation = (operationId: string): Json =>
  operations.find((operation) => operation["operationId"] === operationId) ?? {};

function* collectValues(value: unknown, key: string): Generator {
  if (typeof value !== "object" || value === null) return;
  for (const [name, innerValue] of Object.entries(value)) {
    if (name === key) yield innerValue;
    else yield* collectValues(innerValue, key);
  }
}

test("the document passes an independent validator", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
});

test("patterns avoid JavaScript-only syntax", () => {
  const patterns = [...collectValues(document, "pattern")] as string[];
  expect(patterns.length).toBeGreaterThan(50);
  expect(patterns.filter((pattern) => /\\[pP]\{|\(\?<|\\k</.test(pattern))).toEqual([]);
});

test("every reference resolves, and every named schema is used", () => {
  const references = new Set([...collectValues(document, "$ref")] as string[]);
  for (const reference of references) {
    const found = reference
      .slice(2)
      .split("/")
      .reduce<Json | undefined>((node, segment) => node?.[segment] as Json | undefined, document);
    expect(found, reference).toBeDefined();
  }
  const names = Object.keys(document["components"].schemas as Json);
  expect(names.length).toBeGreaterThan(60);
  expect(names.filter((name) => !references.has(`#/components/schemas/${name}`))).toEqual([]);
});

test("error codes are listed by status, with Retry-After for temporary errors", () => {
  const { responses, schemas } = document["components"] as Json;
  expect(schemas.ErrorCode.enum).toEqual(errorStatuses.map(({ code }) => code));
  for (const { code, status } of errorStatuses) {
    const response = responses[`Error${status}`] as Json;
    const [, ownSchema] = response["content"]["application/json"].schema.allOf;
    expect(ownSchema.properties.code.enum).toContain(code);
    expect("headers" in response).toBe(status === 429 || status === 503);
  }
});

test.each(endpoints)("%s lists its access, tag and responses", (operationId, endpoint) => {
  const operation = findOperation(operationId);
  expect(operation["tags"]).toHaveLength(1);
  const schemes = document["components"].securitySchemes as Json;
  const schemeNames = (operation["security"] as Json[]).flatMap((requirement) =>
    Object.keys(requirement),
  );
  expect(schemeNames.filter((name) => schemes[name] === undefined)).toEqual([]);
  if (endpoint.access === "public") expect(operation["security"][0]).toEqual({});
  else expect(schemeNames.length).toBeGreaterThan(0);
  expect(Object.keys(operation["responses"])).toEqual(
    expect.arrayContaining(["400", "401", "403", "404", "429", "500", "503"]),
  );
});

test.each(endpoints.filter(([, { query }]) => query !== undefined))(
  "%s lists its required query parameters",
  (operationId, { query }) => {
    const parameters = (findOperation(operationId)["parameters"] as Json[]).filter(
      (parameter) => parameter["in"] === "query" && parameter["required"] === true,
    );
    const requiredNames =
      query?.safeParse({}).error?.issues.map(({ path }) => String(path[0])) ?? [];
    expect(parameters.map((parameter) => parameter["name"])).toEqual([...new Set(requiredNames)]);
  },
);

test("updates of records that exist once say that a partial one needs a version", () => {
  for (const operationId of ["updateContactInfo", "updateHeroSection", "updateSectionHeader"]) {
    const { schema } = findOperation(operationId)["requestBody"].content[
      "application/json"
    ] as Json;
    const [name] = /[^/]*$/.exec((schema["$ref"] as string | undefined) ?? "") ?? [];
    const body = name ? ((document["components"].schemas as Json)[name] as Json) : (schema as Json);
    const descriptions = [...collectValues(body, "updatedAt")].map(
      (property) => (property as Json)["description"] as string,
    );
    expect(descriptions.length, operationId).toBeGreaterThan(0);
    for (const description of descriptions)
      expect(description).toMatch(/An update without it has to contain every required field/);
  }
});

test("payment headers are listed as parameters", () => {
  const listHeaders = (operationId: string) =>
    (findOperation(operationId)["parameters"] as Json[])
      .filter((parameter) => parameter["in"] === "header")
      .map(({ name }) => String(name));
  expect(listHeaders("createPaymentIntent")).toEqual(["X-Form-Token", "Idempotency-Key"]);
  expect(listHeaders("refundDonation")).toEqual(["Idempotency-Key"]);
});

test.each(endpoints.filter(([, { body }]) => typeof body === "object"))(
  "%s accepts its own example body",
  (operationId, { body }) => {
    const { example } = findOperation(operationId)["requestBody"].content[
      "application/json"
    ] as Json;
    if (typeof body !== "object") throw new Error("no body");
    expect(body.safeParse(example).error?.issues).toBeUndefined();
  },
);
