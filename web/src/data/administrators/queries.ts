import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

/** The owners, who can give an administrator more areas. */
export const useOwners = () =>
  useQuery(readQuery("GET /api/administrators/owners", { as: "admin" }));

export const useAdministrators = () =>
  useQuery(readQuery("GET /api/administrators", { as: "admin" }));

export type Administrator = ApiOutput<"GET /api/administrators", "admin">[number];
