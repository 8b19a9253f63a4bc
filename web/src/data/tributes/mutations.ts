import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { customMutation, mutation } from "../mutation.ts";
import { endSessionOnUnauthorized } from "../my-donations/queries.ts";

export type MyTribute = ApiOutput<"GET /api/my-tributes">[number];

export const myTributesQuery = (giftSession: string) =>
  queryOptions({
    queryKey: ["GET /api/my-tributes", giftSession],
    queryFn: ({ signal }) =>
      endSessionOnUnauthorized(api("GET /api/my-tributes", { giftSession, signal })),
  });

export const useMyTributes = (giftSession: string) => useQuery(myTributesQuery(giftSession));

/** Stops all cards to the mailbox that the link was sent to. */
export const useOptOutOfCards = mutation("POST /api/card-opt-outs/:token", {
  request: (token: string) => ({ params: { token } }),
  invalidates: [],
});

/** The card may have been sent in the meantime. */
const MY_TRIBUTES_EFFECT = {
  invalidates: ["GET /api/my-tributes"],
  evenAfterFailure: true,
} as const;

export interface MyTributeChange {
  readonly id: string;
  readonly body: ApiOptions<"PUT /api/my-tributes/:id">["body"];
}

export const useUpdateMyTribute = customMutation(["PUT /api/my-tributes/:id"], {
  send: ({ id, body }: MyTributeChange, _queryClient, giftSession: string) =>
    endSessionOnUnauthorized(
      api("PUT /api/my-tributes/:id", { giftSession, params: { id }, body }),
    ),
  ...MY_TRIBUTES_EFFECT,
});

export const useStopMyTribute = customMutation(["POST /api/my-tributes/:id/stop"], {
  send: (id: string, _queryClient, giftSession: string) =>
    endSessionOnUnauthorized(
      api("POST /api/my-tributes/:id/stop", { giftSession, params: { id } }),
    ),
  ...MY_TRIBUTES_EFFECT,
});
