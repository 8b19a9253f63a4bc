import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import { apiFile } from "#lib/api/api-lists.ts";
import { saveResponse } from "#lib/api/save-file.ts";
import { invalidateReads } from "../read-query.ts";
import { resource } from "../resource.ts";

export type Tribute = ApiOutput<"GET /api/tributes", "admin">[number];

export const tributes = resource({ list: "GET /api/tributes" });

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
