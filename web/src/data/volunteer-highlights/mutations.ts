import type { ApiOptions } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
import type { NewRecord } from "../resource.ts";

/** Another tab may have changed the list. */
const OWN_HIGHLIGHTS_EFFECT = {
  invalidates: [
    "GET /api/volunteer/:volunteerId/highlights",
    "GET /api/home",
    "GET /api/volunteer-highlights/all",
  ],
  evenAfterFailure: true,
} as const;

export type NewHighlight = ApiOptions<"POST /api/volunteer/:volunteerId/highlights">["body"];

export const useCreateOwnHighlight = mutation("POST /api/volunteer/:volunteerId/highlights", {
  request: ({ values, idempotencyKey }: NewRecord<NewHighlight>, volunteerId: string) => ({
    as: "volunteer",
    params: { volunteerId },
    body: values,
    idempotencyKey,
  }),
  ...OWN_HIGHLIGHTS_EFFECT,
});

interface HighlightChange {
  readonly highlightId: string;
  readonly changes: ApiOptions<"PUT /api/volunteer/:volunteerId/highlights/:highlightId">["body"];
}

export const useUpdateOwnHighlight = mutation(
  "PUT /api/volunteer/:volunteerId/highlights/:highlightId",
  {
    request: ({ highlightId, changes }: HighlightChange, volunteerId: string) => ({
      as: "volunteer",
      params: { volunteerId, highlightId },
      body: changes,
    }),
    ...OWN_HIGHLIGHTS_EFFECT,
  },
);

export const useDeleteOwnHighlight = mutation(
  "DELETE /api/volunteer/:volunteerId/highlights/:highlightId",
  {
    request: (highlightId: string, volunteerId: string) => ({
      as: "volunteer",
      params: { volunteerId, highlightId },
    }),
    ...OWN_HIGHLIGHTS_EFFECT,
  },
);
