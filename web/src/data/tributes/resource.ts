import type { CardFormat } from "#contracts/choices.ts";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { download } from "../download.ts";
import { mutation } from "../mutation.ts";
import { resource } from "../resource.ts";

export type Tribute = ApiOutput<"GET /api/tributes", "admin">[number];

export const tributes = resource({ list: "GET /api/tributes" });

export const useStopTribute = mutation("POST /api/tributes/:id/stop", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  invalidates: ["GET /api/tributes"],
  evenAfterFailure: true,
});

export const useMarkTributePrinted = mutation("POST /api/tributes/:id/print", {
  request: ({ id, updatedAt }: Pick<Tribute, "id" | "updatedAt">) => ({
    as: "admin",
    params: { id },
    body: { updatedAt },
  }),
  invalidates: ["GET /api/tributes"],
  evenAfterFailure: true,
});

interface CardDownload {
  readonly id: string;
  readonly format: CardFormat;
}

export const useSaveTribute = download("GET /api/tributes/:id/pdf", {
  request: ({ id, format }: CardDownload) => ({ as: "admin", params: { id }, query: { format } }),
  fallbackName: "card.pdf",
});
