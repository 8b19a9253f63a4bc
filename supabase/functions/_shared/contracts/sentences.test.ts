import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createLocationInput } from "./locations.ts";
import { email, line, text } from "./fields.ts";

const saidOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

describe("what is wrong with a field", () => {
  it.each([
    ["nothing", line(10), undefined, "Please fill this in."],
    ["an empty text", line(10), "  ", "Please fill this in."],
    ["too much text", line(10), "x".repeat(11), "Please use at most 10 characters."],
    ["too little text", text(100, 10), "short", "Please use at least 10 characters."],
    ["two lines", line(10), "a\nb", "Must be a single line"],
    ["no email", email, "ann@", "Must be a valid email address"],
    ["no number", z.int(), "many", "Please enter a number."],
    ["half a package", z.int(), 1.5, "Please enter a whole number."],
    ["too few", z.int().min(1), 0, "Must be 1 or more."],
    ["too many", z.int().max(9), 10, "Must be 9 or less."],
    ["another choice", z.enum(["Army", "Navy"]), "Fleet", "Please choose one of the options."],
    ["no day", z.iso.date(), "soon", "Please enter a date."],
    [
      "a field nobody knows",
      z.strictObject({}),
      { userType: "admin" },
      "Unknown fields: userType.",
    ],
  ])("%s is said in a sentence for people", (_, schema, value, sentence) => {
    expect(saidOf(schema, value)).toEqual([sentence]);
  });

  it("keeps what a field says itself", () => {
    expect(saidOf(createLocationInput, { name: "A", address: "B", zipCode: "7610" })).toEqual([
      "Must be a ZIP code such as 76102 or 76102-1234",
    ]);
  });
});
