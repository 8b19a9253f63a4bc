import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { DONATION_EFFECT } from "../donations/queries.ts";
import { customMutation, mutation } from "../mutation.ts";
import { endSessionOnUnauthorized } from "../my-donations/queries.ts";

/** Navigates to the payment provider's billing portal. */
export const useOpenBillingPortal = customMutation(["POST /api/my-gifts/portal"], {
  send: async (subscriptionId: string, _queryClient, giftSession: string) => {
    const { url } = await endSessionOnUnauthorized(
      api("POST /api/my-gifts/portal", { giftSession, body: { subscriptionId } }),
    );
    location.assign(url);
  },
  invalidates: [],
});

export const useCancelRecurringDonation = customMutation(
  ["POST /api/my-gifts/subscriptions/:id/cancel"],
  {
    send: (id: string, _queryClient, giftSession: string) =>
      endSessionOnUnauthorized(
        api("POST /api/my-gifts/subscriptions/:id/cancel", { giftSession, params: { id } }),
      ),
    invalidates: ["GET /api/my-gifts"],
  },
);

interface Cancellation {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/recurring-donations/:id/cancel">["body"];
}

export const useCancelDonorsRecurringDonation = mutation(
  "POST /api/recurring-donations/:id/cancel",
  {
    request: ({ id, body }: Cancellation) => ({ as: "admin", params: { id }, body }),
    ...DONATION_EFFECT,
  },
);

const NO_CHANGE_YET = "The monthly gift changes once the donor has used the link.";
export const useSendCardLink = mutation("POST /api/recurring-donations/:id/card-link", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  invalidates: ["GET /api/email-outbox"],
  unaffected: {
    "GET /api/admin/recurring-donations": NO_CHANGE_YET,
    "GET /api/admin/recurring-donations/sums": NO_CHANGE_YET,
  },
});
