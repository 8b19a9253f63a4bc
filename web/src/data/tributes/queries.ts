import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import { endSessionOnUnauthorized } from "../my-donations/queries.ts";

export type MyTribute = ApiOutput<"GET /api/my-tributes">[number];

export const myTributesQuery = (giftSession: string) =>
  queryOptions({
    queryKey: ["GET /api/my-tributes", giftSession],
    queryFn: ({ signal }) =>
      endSessionOnUnauthorized(api("GET /api/my-tributes", { giftSession, signal })),
  });

export const useMyTributes = (giftSession: string) => useQuery(myTributesQuery(giftSession));
