import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { zipCode } from "./fields.ts";

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
};
