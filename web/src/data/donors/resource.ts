import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";

export type Donor = ApiOutput<"GET /api/donors-consolidated", "admin">[number];

/** For choosing a donor. Includes donors who haven't given money yet. */
export const donorChoices = resource({ list: "GET /api/donors" });

export type DonorChoice = ApiOutput<"GET /api/donors", "admin">[number];

export const donors = resource({
  list: "GET /api/donors-consolidated",
  update: "PUT /api/donors/:id",
  dependentReads: [
    "GET /api/donors/:id",
    "GET /api/donors",
    "GET /api/donor-tasks",
    "GET /api/thank-you-calls",
  ],
});
