import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

export const usePrivacySettings = () =>
  useQuery(readQuery("GET /api/privacy-settings", { as: "admin" }));
