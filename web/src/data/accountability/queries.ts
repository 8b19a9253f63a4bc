import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

export const accountabilityQuery = readQuery("GET /api/accountability");

export const useAccountability = () => useQuery(accountabilityQuery);
