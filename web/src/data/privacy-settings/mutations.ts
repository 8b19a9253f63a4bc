import { useQuery } from "@tanstack/react-query";
import type { ApiOptions } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

export const usePrivacySettings = () =>
  useQuery(readQuery("GET /api/privacy-settings", { as: "admin" }));

export const useUpdatePrivacySettings = mutation("PUT /api/privacy-settings", {
  request: (body: ApiOptions<"PUT /api/privacy-settings">["body"]) => ({ as: "admin", body }),
  invalidates: ["GET /api/privacy-settings"],
});
