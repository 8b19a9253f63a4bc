import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";
import { resource } from "../resource.ts";

export type EmailTemplate = ApiOutput<"GET /api/email-templates", "admin">[number];

export const emailTemplates = resource({
  list: "GET /api/email-templates",
  create: "POST /api/email-templates",
  update: "PUT /api/email-templates/:id",
  remove: "DELETE /api/email-templates/:id",
  dependentReads: ["GET /api/email-templates/:id/versions"],
});

export const useInitDefaultTemplates = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api("POST /api/email-templates/init-defaults", { as: "admin", body: {} }),
    onSuccess: () => invalidateReads(queryClient, ["GET /api/email-templates"]),
  });
};

const PREVIEW_ENDPOINT = "POST /api/email-templates/preview";
const TEST_ENDPOINT = "POST /api/email-templates/test";

/** The text of a template as it is in the form, even if it hasn't been saved. */
export type TemplateText = ApiOptions<typeof PREVIEW_ENDPOINT>["body"];

export const useTemplatePreview = (template: TemplateText) =>
  useQuery({
    queryKey: [PREVIEW_ENDPOINT, template],
    queryFn: ({ signal }) => api(PREVIEW_ENDPOINT, { as: "admin", body: template, signal }),
    placeholderData: keepPreviousData,
  });

export const useTestTemplate = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (test: ApiOptions<typeof TEST_ENDPOINT>["body"]) =>
      api(TEST_ENDPOINT, { as: "admin", body: test }),
    onSuccess: () => invalidateReads(queryClient, ["GET /api/email-outbox"]),
  });
};
