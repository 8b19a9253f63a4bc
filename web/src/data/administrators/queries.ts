import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

/** Who can give an administrator more areas. */
export const useOwners = () =>
  useQuery(readQuery("GET /api/administrators/owners", { as: "admin" }));
