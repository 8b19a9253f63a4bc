import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
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
export const useOptOutOfCards = () =>
  useMutation({
    mutationFn: (token: string) => api("POST /api/card-opt-outs/:token", { params: { token } }),
  });

/** Refetches the donor's cards even after a failure, because the card may have been sent in the meantime. */
const useMyTributeWrite = <Input, Result>(
  giftSession: string,
  mutationFn: (input: Input) => Promise<Result>,
) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => endSessionOnUnauthorized(mutationFn(input)),
    onSettled: () => queryClient.invalidateQueries(myTributesQuery(giftSession)),
  });
};

export interface MyTributeChange {
  readonly id: string;
  readonly body: ApiOptions<"PUT /api/my-tributes/:id">["body"];
}

export const useUpdateMyTribute = (giftSession: string) =>
  useMyTributeWrite(giftSession, ({ id, body }: MyTributeChange) =>
    api("PUT /api/my-tributes/:id", { giftSession, params: { id }, body }),
  );

export const useStopMyTribute = (giftSession: string) =>
  useMyTributeWrite(giftSession, (id: string) =>
    api("POST /api/my-tributes/:id/stop", { giftSession, params: { id } }),
  );
