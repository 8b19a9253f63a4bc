import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import { apiFile } from "#lib/api/api-lists.ts";
import { saveResponse } from "#lib/api/save-file.ts";
import { invalidateReads, readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";

export const useSaveStatement = (donorId: string) =>
  useMutation({
    mutationFn: async (year: number) => {
      const response = await apiFile("GET /api/donors/:id/statements/:year", {
        as: "admin",
        params: { id: donorId, year: String(year) },
      });
      await saveResponse(response, `statement-${year}.pdf`);
    },
  });

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

export type DonorRecord = ApiOutput<"GET /api/donors/:id", "admin">;

export const useDonor = (id: string) =>
  useQuery(readQuery("GET /api/donors/:id", { as: "admin", params: { id } }));

/** Refetches the donor even after a failure, because the server may have processed the request. */
export const useEraseFormerDetails = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api("DELETE /api/donors/:id/former-details", { as: "admin", params: { id } }),
    onSettled: () => invalidateReads(queryClient, ["GET /api/donors/:id"]),
  });
};
