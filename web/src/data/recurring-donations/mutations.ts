import { useMutation, useQueryClient } from "@tanstack/react-query";
import { endSessionOnUnauthorized, myDonationsQuery } from "#data/my-donations/queries.ts";
import { api } from "#lib/api/api-client.ts";

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
