import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import { apiFile } from "#lib/api/api-lists.ts";
import { forgetReads } from "../read-query.ts";
import { resource } from "../resource.ts";

const LIST = "GET /api/financial-reports";
const PUBLISHED = "GET /api/financial-reports/published";
const FILE = "GET /api/financial-reports/:id/file";

export type AdminReport = ApiOutput<typeof LIST, "admin">[number];

/** All reports, including unpublished ones. */
export const financialReports = resource({
  list: LIST,
  create: "POST /api/financial-reports",
  update: "PUT /api/financial-reports/:id",
  remove: "DELETE /api/financial-reports/:id",
  shownBy: [PUBLISHED],
});

export const usePublishReport = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, published }: Pick<AdminReport, "id" | "published">) =>
      api("PATCH /api/financial-reports/:id/toggle-published", {
        as: "admin",
        params: { id },
        body: { published },
      }),
    onSettled: () => forgetReads(queryClient, [LIST, PUBLISHED]),
  });
};

const readFile = async (id: string): Promise<Blob> =>
  (await apiFile(FILE, { as: "admin", params: { id } })).blob();

/** Unpublished files have no public URL, so they are fetched with the administrator's token. */
export const useReportFile = (id: string) =>
  useQuery({ queryKey: [FILE, id], queryFn: () => readFile(id), staleTime: Infinity });

export const useReportText = (id: string) =>
  useQuery({
    queryKey: [FILE, id, "text"],
    queryFn: async () => (await readFile(id)).text(),
    staleTime: Infinity,
  });

export const useFetchReportFile = () => useMutation({ mutationFn: readFile });
