import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import { isUnauthorized } from "#lib/api/api-error.ts";
import { apiFile } from "#lib/api/api-lists.ts";
import { saveResponse } from "#lib/api/save-file.ts";
import { closeDonorSession } from "#lib/session/donor-session.ts";

export type MyDonations = ApiOutput<"GET /api/my-gifts">;

export type MyDonation = MyDonations["gifts"][number];

export type MyRecurringDonation = MyDonations["monthlyGifts"][number];

/** Closes the session on a 401, so that the page asks the donor to request a new link. Sessions last an hour. */
export const endSessionOnUnauthorized = async <Result>(call: Promise<Result>): Promise<Result> => {
  try {
    return await call;
  } catch (error) {
    if (isUnauthorized(error)) closeDonorSession("ended");
    throw error;
  }
};

/** The key includes the session, because two donors may open their links in the same tab, one after the other. */
export const myDonationsQuery = (giftSession: string) =>
  queryOptions({
    queryKey: ["GET /api/my-gifts", giftSession],
    queryFn: ({ signal }) =>
      endSessionOnUnauthorized(api("GET /api/my-gifts", { giftSession, signal })),
  });

export const useMyDonations = (giftSession: string) => useQuery(myDonationsQuery(giftSession));

export const useDonationReceipt = (giftSession: string, id: string) =>
  useQuery({
    queryKey: ["GET /api/my-gifts/receipts/:id", giftSession, id],
    queryFn: ({ signal }) =>
      endSessionOnUnauthorized(
        api("GET /api/my-gifts/receipts/:id", { giftSession, params: { id }, signal }),
      ),
  });

export const useAnnualStatement = (giftSession: string, year: string) =>
  useQuery({
    queryKey: ["GET /api/my-gifts/statements/:year", giftSession, year],
    queryFn: ({ signal }) =>
      endSessionOnUnauthorized(
        api("GET /api/my-gifts/statements/:year", { giftSession, params: { year }, signal }),
      ),
  });

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
