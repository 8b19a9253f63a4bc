import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { line, state, zipCode } from "./fields.ts";

export const zipLookupEndpoints = {
  lookUpZip: endpoint({
    method: "GET",
    path: "/api/zip-lookup/:zip",
    access: "public",
    summary: "City and state for a US ZIP code, including military mail",
    cacheable: true,
    params: z.object({ zip: zipCode }),
    output: z.object({ city: z.string(), state: z.string() }),
  }),
  checkCity: endpoint({
    method: "GET",
    path: "/api/zip-lookup",
    access: "public",
    summary: "Whether a state has a city, under any of its usual spellings and former names",
    cacheable: true,
    query: z.object({ city: line(100, 0).default(""), state: state(0).default("") }),
    output: z.object({ isKnown: z.boolean() }),
  }),
};
