import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, type ApiOutput } from "../../lib/api-client.ts";
import { isUnauthorized } from "../../lib/api-error.ts";
import { closeGiftSession } from "../../lib/gift-session.ts";

export type MyGifts = ApiOutput<"GET /api/my-gifts">;
export type MyGift = MyGifts["gifts"][number];
export type MonthlyGift = MyGifts["monthlyGifts"][number];

/** Closes the session on a 401, so the page asks the donor for a new link. Sessions last an hour. */
export const withinTheHour = async <Result>(call: Promise<Result>): Promise<Result> => {
  try {
    return await call;
  } catch (error) {
    if (isUnauthorized(error)) closeGiftSession("ended");
    throw error;
  }
};

/** The key includes the session, because two donors may open their links in the same tab. */
export const myGiftsQuery = (giftSession: string) =>
  queryOptions({
    queryKey: ["GET /api/my-gifts", giftSession],
    queryFn: ({ signal }) => withinTheHour(api("GET /api/my-gifts", { giftSession, signal })),
  });

export const useMyGifts = (giftSession: string) => useQuery(myGiftsQuery(giftSession));

export const useGiftReceipt = (giftSession: string, id: string) =>
  useQuery({
    queryKey: ["GET /api/my-gifts/receipts/:id", giftSession, id],
    queryFn: ({ signal }) =>
      withinTheHour(api("GET /api/my-gifts/receipts/:id", { giftSession, params: { id }, signal })),
  });

export const useGiftStatement = (giftSession: string, year: string) =>
  useQuery({
    queryKey: ["GET /api/my-gifts/statements/:year", giftSession, year],
    queryFn: ({ signal }) =>
      withinTheHour(
        api("GET /api/my-gifts/statements/:year", { giftSession, params: { year }, signal }),
      ),
  });
