import { useMutation } from "@tanstack/react-query";
import { apiFile } from "#lib/api/api-lists.ts";
import { saveResponse } from "#lib/api/save-file.ts";
import { endSessionOnUnauthorized } from "./queries.ts";

/** The receipt for one donation, or the statement for one year. */
export type DocumentReference = { readonly donationId: string } | { readonly year: string };

const readPdf = (giftSession: string, reference: DocumentReference) =>
  "donationId" in reference
    ? apiFile("GET /api/my-gifts/receipts/:id/pdf", {
        giftSession,
        params: { id: reference.donationId },
      })
    : apiFile("GET /api/my-gifts/statements/:year/pdf", {
        giftSession,
        params: { year: reference.year },
      });

export const useSaveDocument = (giftSession: string) =>
  useMutation({
    mutationFn: async (reference: DocumentReference) => {
      const response = await endSessionOnUnauthorized(readPdf(giftSession, reference));
      await saveResponse(response, "gifts.pdf");
    },
  });
