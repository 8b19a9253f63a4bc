import { z } from "zod";
import { expect, it } from "vitest";
import { catalog } from "./catalog.ts";
import type { EndpointDefinition } from "./endpoint.ts";

/** The state field of every body that has one. */
const fields = Object.entries<EndpointDefinition>(catalog).flatMap(([name, { body }]) => {
  const { state } = body instanceof z.ZodObject ? (body.shape as Record<string, z.ZodType>) : {};
  return state ? [{ name, state }] : [];
});

it("VAPP-13, DATA-08: every body with a state takes its names as the code", () => {
  expect(fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "createVolunteerApplication",
      "updateOwnDetails",
      "createVolunteer",
      "updateVolunteer",
      "createLocation",
      "updateLocation",
      "createPackageDelivery",
      "updatePackageDelivery",
    ]),
  );
  for (const { name, state } of fields) {
    for (const text of ["Texas", "Tex.", " tx ", "TX 76102", "TX"])
      expect([name, state.parse(text)]).toEqual([name, "TX"]);
    expect([name, state.parse("D.C.")]).toEqual([name, "DC"]);
  }
  for (const { name, state } of fields.filter(({ name }) => !name.includes("PackageDelivery")))
    for (const text of ["Unknown", "Ontario"])
      expect([name, state.parse(text)]).toEqual([name, text]);
});
