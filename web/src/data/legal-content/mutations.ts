import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api-client.ts";
import { legalContentQuery, type LegalContentKey } from "./queries.ts";

/** The page shows at once what was saved here. */
export const useSaveLegalContent = (key: LegalContentKey) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (content: string) =>
      api("PUT /api/legal-content/:key", { as: "admin", params: { key }, body: { content } }),
    onSuccess: (saved) => queryClient.setQueryData(legalContentQuery(key).queryKey, saved),
  });
};
