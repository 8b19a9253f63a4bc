import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { apiFile } from "#lib/api/api-lists.ts";
import { filenameOf, saveFile } from "#lib/api/save-file.ts";
import { myDonationsQuery, endSessionOnUnauthorized } from "./queries.ts";

/** A donation's receipt or a year's statement. */
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
      saveFile(await response.blob(), filenameOf(response, "gifts.pdf"));
    },
  });

/** Navigates to the payment provider's billing portal. */
export const useOpenBillingPortal = (giftSession: string) =>
  useMutation({
    mutationFn: async (subscriptionId: string) => {
      const body = { subscriptionId };
      const { url } = await endSessionOnUnauthorized(
        api("POST /api/my-gifts/portal", { giftSession, body }),
      );
      location.assign(url);
    },
  });

export const useCancelRecurringDonation = (giftSession: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      endSessionOnUnauthorized(
        api("POST /api/my-gifts/subscriptions/:id/cancel", { giftSession, params: { id } }),
      ),
    onSuccess: () => queryClient.invalidateQueries(myDonationsQuery(giftSession)),
  });
};
