import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

/** Polls every minute, because the status warns when Stripe's webhooks have stopped. */
export const usePaymentStatus = ({ enabled = true }: { readonly enabled?: boolean } = {}) =>
  useQuery({
    ...readQuery("GET /api/payment-status", { as: "admin" }),
    enabled,
    refetchInterval: 60_000,
  });

export type PaymentStatus = ApiOutput<"GET /api/payment-status", "admin">;
