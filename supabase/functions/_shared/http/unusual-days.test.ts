import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { catalog } from "../contracts/catalog.ts";
import type { EndpointDefinition } from "../contracts/endpoint.ts";
import { listUsualYears } from "../contracts/usual-days.ts";

/** Days that nobody is asked about, with the reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  "changeMyTribute.sendOn": "can't be in the past or more than a year away",
  "createEvent.date": "can't be in the past (AEVT-11), and the form asks about the rest",
  "createEventDocumented.date": "the documented path of createEvent (AEVT-14)",
  "updateEvent.date": "can't be in the past (AEVT-11)",
  "closeBooks.closedThrough": "must be the end of a past month, and owners can take it back",
};

interface JsonSchema {
  readonly format?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

const isDay = ({ format, anyOf = [] }: JsonSchema): boolean =>
  format === "date" || anyOf.some(isDay);

const bodies = Object.entries<EndpointDefinition>(catalog).flatMap(([name, { body }]) =>
  body instanceof z.ZodObject ? [{ name, body }] : [],
);

it("every day that is sent says when it usually is, and can be confirmed", () => {
  const undeclared = bodies.flatMap(({ name, body }) => {
    const { properties = {} } = z.toJSONSchema(body, {
      io: "input",
      unrepresentable: "any",
    }) as JsonSchema;
    const declared = new Set(listUsualYears(body).map(([field]) => field));
    return Object.entries(properties)
      .filter(([field, schema]) => isDay(schema) && !declared.has(field))
      .map(([field]) => `${name}.${field}`);
  });
  expect(undeclared.toSorted()).toEqual(Object.keys(EXEMPT).toSorted());
  const asked = bodies.filter(({ body }) => listUsualYears(body).length > 0);
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter(({ body }) => !("anyway" in body.shape))).toEqual([]);
});

it("the database trusts the days of deliveries that nobody is asked about", () => {
  const days = new Map(listUsualYears(catalog.createPackageDelivery.body));
  const sql = readFileSync("supabase/migrations/20261120001600_package_deliveries.sql", "utf8");
  expect(sql).toContain(`delivered_on + interval '${days.get("deliveredOn")!.past} years 2 days'`);
});
