import { expect, test } from "vitest";
import { catalogue } from "./catalogue.ts";
import type { EndpointDefinition } from "./endpoint.ts";

const setByServer = new Set([
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

/** The documents send it; it is accepted and ignored, the payment itself knows. */
const ignored = ["createDonation.status"];

/** What there is one of is changed with POST as well, and names the version that it was made of. */
const creates = (name: string, { method }: EndpointDefinition) =>
  method === "POST" && !name.startsWith("update");

interface Shaped {
  readonly shape?: object;
  readonly unwrap?: () => Shaped;
}

const fieldsOf = (schema: Shaped): string[] =>
  schema.shape ? Object.keys(schema.shape) : schema.unwrap ? fieldsOf(schema.unwrap()) : [];

test("DATA-22: nothing that is created is sent with what the server sets", () => {
  const sent = Object.entries<EndpointDefinition>(catalogue).flatMap(([name, entry]) =>
    creates(name, entry) && entry.body !== undefined
      ? fieldsOf(entry.body as unknown as Shaped).map((field) => ({ name, field }))
      : [],
  );
  expect(sent.length).toBeGreaterThan(30);
  const found = sent
    .filter(({ field }) => setByServer.has(field))
    .map(({ name, field }) => `${name}.${field}`);
  expect(found).toEqual(ignored);
});
