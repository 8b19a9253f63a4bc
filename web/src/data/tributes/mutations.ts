import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { apiFile } from "#lib/api/api-lists.ts";
import { saveResponse } from "#lib/api/save-file.ts";
import { endSessionOnUnauthorized } from "../my-donations/queries.ts";
import { invalidateReads } from "../read-query.ts";
import { myTributesQuery } from "./queries.ts";
import type { Tribute } from "./resource.ts";

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

const useTributeWrite = <Input, Result>(mutationFn: (input: Input) => Promise<Result>) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => invalidateReads(queryClient, ["GET /api/tributes"]),
  });
};

export const useStopTribute = () =>
  useTributeWrite((id: string) =>
    api("POST /api/tributes/:id/stop", { as: "admin", params: { id } }),
  );

export const useMarkTributePrinted = () =>
  useTributeWrite(({ id, updatedAt }: Pick<Tribute, "id" | "updatedAt">) =>
    api("POST /api/tributes/:id/print", { as: "admin", params: { id }, body: { updatedAt } }),
  );

export const useSaveTribute = () =>
  useMutation({
    mutationFn: async (id: string) => {
      const response = await apiFile("GET /api/tributes/:id/pdf", { as: "admin", params: { id } });
      await saveResponse(response, "card.pdf");
    },
  });
