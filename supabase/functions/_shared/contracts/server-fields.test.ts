import { expect, test } from "vitest";
import { catalogue } from "./catalogue.ts";
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

/** The documented request includes it. It is accepted and ignored, because the payment itself decides. */
const ignoredFields = ["createDonation.status"];

/** Singleton records are also updated with POST, and take a version. */
const creates = (name: string, { method }: EndpointDefinition) =>
  method === "POST" && !name.startsWith("update");

interface Shaped {
  readonly shape?: object;
  readonly unwrap?: () => Shaped;
}

const fieldsOf = (schema: Shaped): string[] =>
  schema.shape ? Object.keys(schema.shape) : schema.unwrap ? fieldsOf(schema.unwrap()) : [];

test("DATA-22: create requests reject fields that the server sets", () => {
  const sent = Object.entries<EndpointDefinition>(catalogue).flatMap(([name, entry]) =>
    creates(name, entry) && entry.body !== undefined
      ? fieldsOf(entry.body as unknown as Shaped).map((field) => ({ name, field }))
      : [],
  );
  expect(sent.length).toBeGreaterThan(30);
  const found = sent
    .filter(({ field }) => SERVER_FIELDS.has(field))
    .map(({ name, field }) => `${name}.${field}`);
  expect(found).toEqual(ignoredFields);
});
