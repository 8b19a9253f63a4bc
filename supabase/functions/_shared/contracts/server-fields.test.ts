import { expect, test } from "vitest";
import { catalog } from "./catalog.ts";
import type { EndpointDefinition } from "./endpoint.ts";

const SERVER_FIELDS = new Set([
  "id",
  "createdAt",
  "updatedAt",
  "lastUpdated",
  "lastLoginAt",
  "activatedAt",
  "registeredAt",
  "status",
  "registeredVolunteers",
  "signedUpVolunteers",
  "totalHours",
  "packagesHelped",
  "reviewedBy",
  "reviewedAt",
  "userType",
  "isDemo",
]);

/**
 * The request in DON-52 includes this field, but the server ignores it and asks the payment provider for the status.
 */
const ignoredFields = ["createDonation.status"];

/**
 * Marking a card as printed updates an existing record, so the request includes the version that the change is based
 * on.
 */
const versionFields = ["markTributePrinted.updatedAt"];

/** Excludes updates of records that exist only once. They are also sent with POST and include a version. */
const isCreateRequest = (name: string, { method }: EndpointDefinition) =>
  method === "POST" && !name.startsWith("update");

interface SchemaWithShape {
  readonly shape?: object;
  readonly unwrap?: () => SchemaWithShape;
}

const listFields = (schema: SchemaWithShape): string[] =>
  schema.shape ? Object.keys(schema.shape) : schema.unwrap ? listFields(schema.unwrap()) : [];

test("DATA-22: create requests reject fields that the server sets", () => {
  const createFields = Object.entries<EndpointDefinition>(catalog).flatMap(([name, endpoint]) =>
    isCreateRequest(name, endpoint) && endpoint.body !== undefined
      ? listFields(endpoint.body as unknown as SchemaWithShape).map((field) => ({ name, field }))
      : [],
  );
  expect(createFields.length).toBeGreaterThan(30);
  const serverFields = createFields
    .filter(({ field }) => SERVER_FIELDS.has(field))
    .map(({ name, field }) => `${name}.${field}`);
  expect(serverFields).toEqual([...ignoredFields, ...versionFields]);
});
