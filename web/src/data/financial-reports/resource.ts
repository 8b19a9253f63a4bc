import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { apiFile } from "#lib/api/api-lists.ts";
import { mutation, useLastingMutation } from "../mutation.ts";
import { resource } from "../resource.ts";

const LIST_ENDPOINT = "GET /api/financial-reports";

/** Public data that depends on which reports are published. */
const PUBLIC_READS = ["GET /api/financial-reports/published", "GET /api/accountability"] as const;

const FILE_ENDPOINT = "GET /api/financial-reports/:id/file";

export type AdminReport = ApiOutput<typeof LIST_ENDPOINT, "admin">[number];

/** All reports, including unpublished ones. */
export const financialReports = resource({
  list: LIST_ENDPOINT,
  create: "POST /api/financial-reports",
  update: "PUT /api/financial-reports/:id",
  remove: "DELETE /api/financial-reports/:id",
  invalidates: PUBLIC_READS,
});

export const usePublishReport = mutation("PATCH /api/financial-reports/:id/toggle-published", {
  request: ({ id, published }: Pick<AdminReport, "id" | "published">) => ({
    as: "admin",
    params: { id },
    body: { published },
  }),
  invalidates: [LIST_ENDPOINT, ...PUBLIC_READS],
  evenAfterFailure: true,
});

const readFile = async (id: string): Promise<Blob> =>
  (await apiFile(FILE_ENDPOINT, { as: "admin", params: { id } })).blob();

/** Files of unpublished reports don't have a public URL, so they are fetched with the administrator's token. */
export const useReportFile = (id: string) =>
  useQuery({ queryKey: [FILE_ENDPOINT, id], queryFn: () => readFile(id), staleTime: Infinity });

export const useReportText = (id: string) =>
  useQuery({
    queryKey: [FILE_ENDPOINT, id, "text"],
    queryFn: async () => (await readFile(id)).text(),
    staleTime: Infinity,
  });

export const useFetchReportFile = () => useLastingMutation({ mutationFn: readFile });
