import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { DONATION_EFFECT } from "../donations/queries.ts";
import { download } from "../download.ts";
import { mutation } from "../mutation.ts";
import { resource } from "../resource.ts";

export type NoncashDonation = ApiOutput<"GET /api/noncash-donations", "admin">[number];

export const noncashDonations = resource({
  list: "GET /api/noncash-donations",
  create: "POST /api/noncash-donations",
  update: "PUT /api/noncash-donations/:id",
  invalidates: ["GET /api/donors", "GET /api/donors/:id", "GET /api/late-entries"],
});

export interface StockSale {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/noncash-donations/:id/sale">["body"];
  readonly idempotencyKey: string;
}

export const useRecordStockSale = mutation("POST /api/noncash-donations/:id/sale", {
  request: ({ id, body, idempotencyKey }: StockSale) => ({
    as: "admin",
    params: { id },
    body,
    idempotencyKey,
  }),
  ...DONATION_EFFECT,
});

export interface NoncashCorrection {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/noncash-donations/:id/corrections">["body"];
  readonly idempotencyKey: string;
}

export const useCorrectNoncashDonation = mutation("POST /api/noncash-donations/:id/corrections", {
  request: ({ id, body, idempotencyKey }: NoncashCorrection) => ({
    as: "admin",
    params: { id },
    body,
    idempotencyKey,
  }),
  ...DONATION_EFFECT,
});

export interface NoncashVoid {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/noncash-donations/:id/void">["body"];
}

export const useVoidNoncashDonation = mutation("POST /api/noncash-donations/:id/void", {
  request: ({ id, body }: NoncashVoid) => ({ as: "admin", params: { id }, body }),
  ...DONATION_EFFECT,
});

export const useSaveNoncashLetter = download("GET /api/noncash-donations/:id/letter", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  fallbackName: "letter.pdf",
});
