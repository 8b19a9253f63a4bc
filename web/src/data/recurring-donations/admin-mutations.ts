import { useMutation } from "@tanstack/react-query";
import { useDonationWrite } from "#data/donations/use-donation-write.ts";
import { api, type ApiOptions } from "#lib/api/api-client.ts";

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
