import { useQuery } from "@tanstack/react-query";
import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";
import type { NewRecord } from "../resource.ts";

export type OwnHours = ApiOutput<"GET /api/volunteer/:volunteerId/hours">[number];

/** Refetches on mount, because an administrator may have approved hours. */
export const useOwnHours = (volunteerId: string) =>
  useQuery({
    ...readQuery("GET /api/volunteer/:volunteerId/hours", {
      as: "volunteer",
      params: { volunteerId },
    }),
    refetchOnMount: "always",
  });

/** An administrator may have reviewed the hours in the meantime. */
const OWN_HOURS_EFFECT = {
  invalidates: [
    "GET /api/hour-entries",
    "GET /api/volunteers",
    "GET /api/volunteers/:id",
    "GET /api/volunteer/:volunteerId/hours",
    "GET /api/volunteer-event-registrations",
    "GET /api/volunteer/:volunteerId/hours-certificate",
  ],
  evenAfterFailure: true,
} as const;

export type NewHours = ApiOptions<"POST /api/volunteer/:volunteerId/hours">["body"];

export const useHandInHours = mutation("POST /api/volunteer/:volunteerId/hours", {
  request: ({ values, idempotencyKey }: NewRecord<NewHours>, volunteerId: string) => ({
    as: "volunteer",
    params: { volunteerId },
    body: values,
    idempotencyKey,
  }),
  ...OWN_HOURS_EFFECT,
});

export const useTakeBackHours = mutation("DELETE /api/volunteer/:volunteerId/hours/:entryId", {
  request: (entryId: string, volunteerId: string) => ({
    as: "volunteer",
    params: { volunteerId, entryId },
  }),
  ...OWN_HOURS_EFFECT,
});
