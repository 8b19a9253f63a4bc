import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { forgetReads } from "../read-query.ts";
import { resource } from "../resource.ts";

export type EmailTemplate = ApiOutput<"GET /api/email-templates", "admin">[number];

export const emailTemplates = resource({
  list: "GET /api/email-templates",
  create: "POST /api/email-templates",
  update: "PUT /api/email-templates/:id",
  remove: "DELETE /api/email-templates/:id",
});

export const useInitDefaultTemplates = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api("POST /api/email-templates/init-defaults", { as: "admin", body: {} }),
    onSuccess: () => forgetReads(queryClient, ["GET /api/email-templates"]),
  });
};

const PREVIEW = "POST /api/email-templates/preview";
const TEST = "POST /api/email-templates/test";

/** An email's current text, saved or not. */
export type TemplateText = ApiOptions<typeof PREVIEW>["body"];

export const useTemplatePreview = (template: TemplateText) =>
  useQuery({
    queryKey: [PREVIEW, template],
    queryFn: ({ signal }) => api(PREVIEW, { as: "admin", body: template, signal }),
    placeholderData: keepPreviousData,
  });

export const useTestTemplate = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (test: ApiOptions<typeof TEST>["body"]) => api(TEST, { as: "admin", body: test }),
    onSuccess: () => forgetReads(queryClient, ["GET /api/email-outbox"]),
  });
};
