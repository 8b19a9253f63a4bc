import { useMutation } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { apiFile } from "#lib/api/api-lists.ts";
import { saveResponse } from "#lib/api/save-file.ts";
import { useDonationWrite } from "../donations/resource.ts";
import { resource } from "../resource.ts";

export type NoncashDonation = ApiOutput<"GET /api/noncash-donations", "admin">[number];

export const noncashDonations = resource({
  list: "GET /api/noncash-donations",
  create: "POST /api/noncash-donations",
  dependentReads: ["GET /api/donors", "GET /api/donors/:id"],
});

const NONCASH_READS = ["GET /api/noncash-donations"] as const;

export interface StockSale {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/noncash-donations/:id/sale">["body"];
  readonly idempotencyKey: string;
}

export const useRecordStockSale = () =>
  useDonationWrite(
    ({ id, body, idempotencyKey }: StockSale) =>
      api("POST /api/noncash-donations/:id/sale", {
        as: "admin",
        params: { id },
        body,
        idempotencyKey,
      }),
    NONCASH_READS,
  );

export interface NoncashCorrection {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/noncash-donations/:id/corrections">["body"];
  readonly idempotencyKey: string;
}

export const useCorrectNoncashDonation = () =>
  useDonationWrite(
    ({ id, body, idempotencyKey }: NoncashCorrection) =>
      api("POST /api/noncash-donations/:id/corrections", {
        as: "admin",
        params: { id },
        body,
        idempotencyKey,
      }),
    NONCASH_READS,
  );

export interface NoncashVoid {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/noncash-donations/:id/void">["body"];
}

export const useVoidNoncashDonation = () =>
  useDonationWrite(
    ({ id, body }: NoncashVoid) =>
      api("POST /api/noncash-donations/:id/void", { as: "admin", params: { id }, body }),
    NONCASH_READS,
  );

export const useSaveNoncashLetter = () =>
  useMutation({
    mutationFn: async (id: string) => {
      const response = await apiFile("GET /api/noncash-donations/:id/letter", {
        as: "admin",
        params: { id },
      });
      await saveResponse(response, "letter.pdf");
    },
  });
