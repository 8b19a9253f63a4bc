import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { useDonationWrite } from "../donations/resource.ts";
import { endSessionOnUnauthorized, myDonationsQuery } from "../my-donations/queries.ts";

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

interface Cancellation {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/recurring-donations/:id/cancel">["body"];
}

export const useCancelDonorsRecurringDonation = () =>
  useDonationWrite(({ id, body }: Cancellation) =>
    api("POST /api/recurring-donations/:id/cancel", { as: "admin", params: { id }, body }),
  );

export const useSendCardLink = () =>
  useMutation({
    mutationFn: (id: string) =>
      api("POST /api/recurring-donations/:id/card-link", { as: "admin", params: { id } }),
  });
