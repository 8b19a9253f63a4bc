import { useQuery } from "@tanstack/react-query";
import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { apiFile } from "#lib/api/api-lists.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

const SIGNATURE_ENDPOINT = "GET /api/settings/signature";

export type Settings = ApiOutput<"GET /api/settings", "admin">;

export const useSettings = () => useQuery(readQuery("GET /api/settings", { as: "admin" }));

/**
 * Fetches the picture of the signature. Uses the administrator's token, because the picture isn't public. A picture that
 * was just uploaded isn't stored in the settings yet.
 */
export const useSignature = (path: string) =>
  useQuery({
    queryKey: [SIGNATURE_ENDPOINT, path],
    queryFn: async ({ signal }) =>
      (await apiFile(SIGNATURE_ENDPOINT, { as: "admin", signal })).blob(),
  });

export const useUpdateSettings = mutation("PUT /api/settings", {
  request: (body: ApiOptions<"PUT /api/settings">["body"]) => ({ as: "admin", body }),
  invalidates: ["GET /api/settings", "GET /api/home", "GET /api/accountability"],
});
