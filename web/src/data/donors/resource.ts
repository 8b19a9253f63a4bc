import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { DONATION_EFFECT } from "../donations/queries.ts";
import { download } from "../download.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";

export const useSaveStatement = download("GET /api/donors/:id/statements/:year", {
  request: (year: number, id: string) => ({ as: "admin", params: { id, year: String(year) } }),
  fallbackName: "statement.pdf",
});

export type Donor = ApiOutput<"GET /api/donors-consolidated", "admin">[number];

/** For choosing a donor. Includes donors who haven't given money yet. */
export const donorChoices = resource({ list: "GET /api/donors" });

export type DonorChoice = ApiOutput<"GET /api/donors", "admin">[number];

export const donors = resource({
  list: "GET /api/donors-consolidated",
  create: "POST /api/donors",
  update: "PUT /api/donors/:id",
  // Lists show the donor's name.
  invalidates: DONATION_EFFECT.invalidates,
});

export type DonorRecord = ApiOutput<"GET /api/donors/:id", "admin">;

export const useDonor = (id: string) =>
  useQuery(readQuery("GET /api/donors/:id", { as: "admin", params: { id } }));

export const useMarkOtherAddress = mutation("PUT /api/donors/:id/other-addresses", {
  request: ({ id, ...body }: DonorRecord["otherAddresses"][number] & { readonly id: string }) => ({
    as: "admin",
    params: { id },
    body,
  }),
  invalidates: ["GET /api/donors/:id"],
  unaffected: { "GET /api/donors": "It shows only the current address." },
  evenAfterFailure: true,
});

export const useEraseFormerDetails = mutation("DELETE /api/donors/:id/former-details", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  invalidates: ["GET /api/donors/:id"],
  unaffected: { "GET /api/donors": "It shows only the current details." },
  evenAfterFailure: true,
});
