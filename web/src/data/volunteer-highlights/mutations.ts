import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";
import type { NewRecord } from "../resource.ts";

const OWN_HIGHLIGHTS_ENDPOINT = "GET /api/volunteer/:volunteerId/highlights";

/** Refetches even after a failure, because another tab may have changed the list. */
const useOwnHighlightWrite = <Input>(write: (input: Input) => Promise<unknown>) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () =>
      invalidateReads(queryClient, [
        OWN_HIGHLIGHTS_ENDPOINT,
        "GET /api/home",
        "GET /api/volunteer-highlights/all",
      ]),
    onError: () => void invalidateReads(queryClient, [OWN_HIGHLIGHTS_ENDPOINT]),
  });
};

export type NewHighlight = ApiOptions<"POST /api/volunteer/:volunteerId/highlights">["body"];

export const useCreateOwnHighlight = (volunteerId: string) =>
  useOwnHighlightWrite(({ values, idempotencyKey }: NewRecord<NewHighlight>) =>
    api("POST /api/volunteer/:volunteerId/highlights", {
      as: "volunteer",
      params: { volunteerId },
      body: values,
      idempotencyKey,
    }),
  );

interface HighlightChange {
  readonly highlightId: string;
  readonly changes: ApiOptions<"PUT /api/volunteer/:volunteerId/highlights/:highlightId">["body"];
}

export const useUpdateOwnHighlight = (volunteerId: string) =>
  useOwnHighlightWrite(({ highlightId, changes }: HighlightChange) =>
    api("PUT /api/volunteer/:volunteerId/highlights/:highlightId", {
      as: "volunteer",
      params: { volunteerId, highlightId },
      body: changes,
    }),
  );

export const useDeleteOwnHighlight = (volunteerId: string) =>
  useOwnHighlightWrite((highlightId: string) =>
    api("DELETE /api/volunteer/:volunteerId/highlights/:highlightId", {
      as: "volunteer",
      params: { volunteerId, highlightId },
    }),
  );
