import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createSample } from "../../../tests/samples.ts";
import { catalog } from "./catalog.ts";
import type { EndpointDefinition } from "./endpoint.ts";

const updateEndpoints = (Object.entries(catalog) as [string, EndpointDefinition][]).flatMap(
  ([name, { method, body }]) =>
    name.startsWith("update") && body instanceof z.ZodObject ? [{ name, method, body }] : [],
);

describe("an update request", () => {
  it.each(updateEndpoints)("to $name gets no default values", ({ body }) => {
    for (const [field, schema] of Object.entries(body.shape)) {
      expect((schema as z.ZodType).safeParse(undefined).data, field).toBeUndefined();
    }
  });

  /** Excludes endpoints that take the whole record: those documented as POST, and the one for legal content. */
  const partialUpdates = updateEndpoints.filter(
    ({ name, method }) => method !== "POST" && name !== "updateLegalContent",
  );
  const fields = partialUpdates.flatMap(({ name, body }) =>
    Object.keys(body.shape).map((field) => [name, field, body] as const),
  );

  it.each(fields)("to %s with only the field %s gains no other fields", (_, field, body) => {
    for (const index of [0, 1]) {
      const value = createSample(body.shape[field] as z.ZodType, { variant: index });
      expect(Object.keys(body.parse({ [field]: value }) as object)).toEqual([field]);
    }
  });

  it.each(partialUpdates)("to $name may be empty but can't have unknown fields", ({ body }) => {
    expect(body.parse({})).toEqual({});
    expect(body.safeParse({ noSuchField: 1 }).success).toBe(false);
  });
});

const toggleEndpoints = (Object.entries(catalog) as [string, EndpointDefinition][]).filter(
  ([name]) => name.startsWith("toggle"),
);

describe("toggle endpoints", () => {
  it.each(toggleEndpoints)("accept the desired state, or no body (%s)", (_, { body }) => {
    const schema = body as z.ZodType;
    expect(schema.safeParse(undefined).success).toBe(true);
    expect(schema.safeParse({}).success).toBe(false);
    const stateFields = ["isActive", "published"].filter(
      (name) => schema.safeParse({ [name]: true }).success,
    );
    expect(stateFields).toHaveLength(1);
  });

  it("exist only for reports and accounts", () => {
    expect(toggleEndpoints.map(([name]) => name)).toEqual([
      "toggleReportPublished",
      "toggleVolunteerAccountStatus",
    ]);
  });
});
