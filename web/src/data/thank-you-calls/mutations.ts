import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

export type ThankYouCall = ApiOutput<"GET /api/thank-you-calls", "admin">[number];

/** Donors to call. */
export const useThankYouCalls = () =>
  useQuery(readQuery("GET /api/thank-you-calls", { as: "admin" }));

/** After a failure, the call may have been recorded, or the donor may have left the list. */
export const useRecordThankYouCall = mutation("POST /api/thank-you-calls", {
  request: (donorId: string) => ({ as: "admin", body: { donorId } }),
  invalidates: ["GET /api/thank-you-calls", "GET /api/donor-tasks"],
  evenAfterFailure: true,
});
