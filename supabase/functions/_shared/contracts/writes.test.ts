import { describe, expect, it } from "vitest";
import { z } from "zod";
import { catalogue } from "./catalogue.ts";
import type { EndpointDefinition } from "./endpoint.ts";

/** One value per kind of field, so that each field can be sent alone. */
const samples: readonly unknown[] = [
  "Some words of a text that is long enough",
  "2026-11-21",
  "09:30",
  "76102",
  "Army",
  "Veterans",
  "TX",
  "Europe",
  "Fundraiser",
  "someone@example.org",
  "Ava, 7",
  "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11",
  "/images/highlights/7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11/7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11",
  "/images/site/7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11/1600x900",
  "https://www.example.org/care",
  "America/New_York",
  "2026-11-22T12:00:00.000Z",
  2025,
  1,
  true,
  [],
];

const updates = (Object.entries(catalogue) as [string, EndpointDefinition][]).flatMap(
  ([name, { method, body }]) =>
    name.startsWith("update") && body instanceof z.ZodObject ? [{ name, method, body }] : [],
);

describe("updates", () => {
  it.each(updates)("$name doesn't add defaults", ({ body }) => {
    for (const [field, schema] of Object.entries(body.shape)) {
      expect((schema as z.ZodType).safeParse(undefined).data, field).toBeUndefined();
    }
  });

  /** Endpoints documented as POST, and legal content, take the whole record. */
  const partial = updates.filter(
    ({ name, method }) => method !== "POST" && name !== "updateLegalContent",
  );
  const fields = partial.flatMap(({ name, body }) =>
    Object.keys(body.shape).map((field) => [name, field, body] as const),
  );

  it.each(fields)("%s with only %s doesn't gain other fields", (_, field, body) => {
    const accepted = samples.flatMap((value) => {
      const { data } = body.safeParse({ [field]: value });
      return data === undefined ? [] : [data];
    });
    expect(accepted.length).toBeGreaterThan(0);
    for (const data of accepted) expect(Object.keys(data)).toEqual([field]);
  });

  it.each(partial)("$name accepts an empty update and rejects unknown fields", ({ body }) => {
    expect(body.parse({})).toEqual({});
    expect(body.safeParse({ noSuchField: 1 }).success).toBe(false);
  });
});

const toggles = (Object.entries(catalogue) as [string, EndpointDefinition][]).filter(([name]) =>
  name.startsWith("toggle"),
);

describe("toggles", () => {
  it.each(toggles)("%s accepts the desired state, or no body as documented", (_, { body }) => {
    const schema = body as z.ZodType;
    expect(schema.safeParse(undefined).success).toBe(true);
    expect(schema.safeParse({}).success).toBe(false);
    const wanted = ["isActive", "published"].filter(
      (name) => schema.safeParse({ [name]: true }).success,
    );
    expect(wanted).toHaveLength(1);
  });

  it("exist only for reports and accounts", () => {
    expect(toggles.map(([name]) => name)).toEqual([
      "toggleReportPublished",
      "toggleVolunteerAccountStatus",
    ]);
  });
});
