import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createLocationInput } from "./locations.ts";
import { email, line, text } from "./fields.ts";

const getMessages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

describe("the message for an invalid field", () => {
  it.each([
    ["a missing value", line(10), undefined, "Fill this in."],
    ["empty text", line(10), "  ", "Fill this in."],
    ["text that is too long", line(10), "x".repeat(11), "Use at most 10 characters."],
    ["text that is too short", text(100, 10), "short", "Use at least 10 characters."],
    ["two lines", line(10), "a\nb", "Keep this on one line."],
    ["an invalid email", email, "ann@", "Enter a valid email address."],
    ["text instead of a number", z.int(), "many", "Enter a number."],
    ["a fraction", z.int(), 1.5, "Enter a whole number."],
    ["a number that is too small", z.int().min(1), 0, "Enter 1 or more."],
    ["a number that is too large", z.int().max(9), 10, "Enter 9 or less."],
    ["an unknown option", z.enum(["Army", "Navy"]), "Fleet", "Choose one of the options."],
    ["an invalid date", z.iso.date(), "soon", "Enter a date."],
    ["an unknown field", z.strictObject({}), { userType: "admin" }, "Unknown fields: userType."],
  ])("is our own instead of zod's default for %s", (_, schema, value, expectedMessage) => {
    expect(getMessages(schema, value)).toEqual([expectedMessage]);
  });

  it("is the field's own message if it has one", () => {
    expect(getMessages(createLocationInput, { name: "A", address: "B", zipCode: "7610" })).toEqual([
      "Enter a ZIP code such as 76102 or 76102-1234.",
    ]);
  });
});
