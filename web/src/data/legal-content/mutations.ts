import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";
import { legalContentQuery, type LegalContentKey } from "./queries.ts";

/** Puts the saved text into the cache, so that the page shows it immediately. */
export const useSaveLegalContent = (key: LegalContentKey) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiOptions<"PUT /api/legal-content/:key">["body"]) =>
      api("PUT /api/legal-content/:key", { as: "admin", params: { key }, body }),
    onSuccess: (savedContent) => {
      queryClient.setQueryData(legalContentQuery(key).queryKey, savedContent);
      return invalidateReads(queryClient, ["GET /api/legal-content/:key/versions"]);
    },
  });
};
