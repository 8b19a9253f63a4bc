import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export type DepositRecord = ApiOutput<"GET /api/deposits/:id", "admin">;

export const useDeposit = (id: string) =>
  useQuery({
    ...readQuery("GET /api/deposits/:id", { as: "admin", params: { id } }),
    enabled: id !== "",
  });

export type UndepositedDonation = ApiOutput<"GET /api/undeposited-donations", "admin">[number];

export const useUndepositedDonations = () =>
  useQuery(readQuery("GET /api/undeposited-donations", { as: "admin" }));
