import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const administratorEndpoints = {
  listOwners: endpoint({
    method: "GET",
    path: "/api/administrators/owners",
    access: "admin",
    area: "any",
    summary: "The owners, whom other administrators can ask for more areas",
    output: z.array(z.object({ username: z.string() })),
  }),
};
