import { describe, expect, it } from "vitest";
import { z } from "zod";
import { catalog } from "./catalog.ts";
import type { EndpointDefinition } from "./endpoint.ts";
import { line } from "./fields.ts";

describe("a single line of text", () => {
  it.each(["Anna", "José Ángel", "Łukasz", "שרה", "محمد", "李小龍", "O’Brien-Smith", "Zoë 👩‍👧"])(
    "accepts %s as a name",
    (name) => {
      expect(line(100).parse(name)).toBe(name);
    },
  );

  const nameFields = (Object.entries(catalog) as [string, EndpointDefinition][]).flatMap(
    ([operation, { body }]) =>
      body instanceof z.ZodObject
        ? Object.entries(body.shape as Record<string, z.ZodType>)
            .filter(([field]) => /name$|title$|subject$|author/i.test(field))
            .map(([field, schema]) => ({ operation, field, schema }))
        : [],
  );

  it("is the type of more than 15 name fields in the catalog", () =>
    expect(nameFields.length).toBeGreaterThan(15));

  it.each(nameFields)(
    "loses a bidirectional control character in $field of $operation",
    ({ field, schema }) => {
      const { data } = schema.safeParse("Anna \u202Egpj");
      // Some fields take only certain words.
      expect([undefined, "Anna gpj", "anna gpj"], field).toContain(data);
    },
  );
});

describe("phone fields in the catalog", () => {
  const phoneFields = (Object.entries(catalog) as [string, EndpointDefinition][]).flatMap(
    ([operation, { body }]) =>
      body instanceof z.ZodObject
        ? Object.entries(body.shape as Record<string, z.ZodType>)
            // A merge says whose phone number stays.
            .filter(([field]) => /phone$/i.test(field) && !operation.startsWith("merge"))
            .map(([field, schema]) => ({ operation, field, schema }))
        : [],
  );

  it.each(phoneFields)("$field of $operation takes only phone numbers", ({ schema }) => {
    const numbers = ["(555) 010-1234", "555.010.1234 ext. 5", "+49 170 5550101", "555-0101"];
    const others = ["1-800-FLOWERS", "٠١٢٣٤٥٦٧٨٩", "555 010 1234 (ask for Ann)"];
    for (const number of [...numbers, ...others]) {
      expect(schema.safeParse(number).success, number).toBe(true);
    }
    for (const text of [
      "call me",
      "n/a",
      "-",
      "none",
      "555",
      "555-CALL",
      "jane@example.org",
      "x".repeat(10),
    ]) {
      expect(schema.safeParse(text).error?.issues[0]?.message, text).toBe(
        "Enter a phone number with its area code, such as 555-010-1234.",
      );
    }
  });

  it("are more than 5", () => expect(phoneFields.length).toBeGreaterThan(5));
});

describe("date fields in the catalog", () => {
  const inputFields = (Object.entries(catalog) as [string, EndpointDefinition][]).flatMap(
    ([operation, { query, body }]) =>
      [query, body].flatMap((inputSchema) =>
        inputSchema instanceof z.ZodObject
          ? Object.entries(inputSchema.shape as Record<string, z.ZodType>).map(
              ([field, schema]) => ({
                operation,
                field,
                schema,
              }),
            )
          : [],
      ),
  );
  const accepts = (schema: z.ZodType, value: string) => schema.safeParse(value).success;
  const dateFieldsAccepting = (monthAndDay: string, invalidDate: string) =>
    inputFields
      .filter(
        ({ schema }) => accepts(schema, `2026-${monthAndDay}`) && !accepts(schema, invalidDate),
      )
      .map((field) => ({ ...field, monthAndDay }));
  const dateFields = [
    ...dateFieldsAccepting("02-03", "2026-02-30"),
    ...dateFieldsAccepting("02-03T10:00:00Z", "2026-02-30T10:00:00Z"),
  ];

  it("are more than eight", () => expect(dateFields.length).toBeGreaterThan(8));

  it.each(dateFields)(
    "accept only the years 1900 to 2199, because others break time zones or paging ($field in $operation)",
    ({ schema, monthAndDay }) => {
      for (const year of ["0000", "0020", "0999", "1898", "2201", "9999"]) {
        expect(accepts(schema, `${year}-${monthAndDay}`), year).toBe(false);
      }
      for (const year of ["1900", "2199"])
        expect(accepts(schema, `${year}-${monthAndDay}`)).toBe(true);
    },
  );
});
