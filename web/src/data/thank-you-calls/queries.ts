import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export type ThankYouCall = ApiOutput<"GET /api/thank-you-calls", "admin">[number];

/** Donors to call. */
export const useThankYouCalls = () =>
  useQuery(readQuery("GET /api/thank-you-calls", { as: "admin" }));
