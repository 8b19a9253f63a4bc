import { expect, test } from "vitest";
import { z } from "zod";
import { date, line } from "#contracts/fields.ts";
import { readConstraints } from "./schema-constraints.ts";

const fields = z.strictObject({
  name: line(100),
  city: line(50, 0),
  day: date,
  miles: z.number().int(),
  kind: z.enum(["van", "truck"]),
  note: line(300).nullable(),
  isActive: z.boolean(),
  tags: z.array(z.string()),
});

const listRequired = (isUpdate: boolean) =>
  Object.entries(readConstraints(fields.partial(), { isUpdate })).flatMap(([name, field]) =>
    field.isRequired ? [name] : [],
  );

test("an update requires every field that can't be empty", () => {
  expect(listRequired(true)).toEqual(["name", "day", "miles", "kind"]);
});

test("a new record may leave out what the table has a default for, but not clear a text", () => {
  expect(listRequired(false)).toEqual(["name"]);
});
