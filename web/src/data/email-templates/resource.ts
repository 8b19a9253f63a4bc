import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";

export type EmailTemplate = ApiOutput<"GET /api/email-templates", "admin">[number];

export const emailTemplates = resource({
  list: "GET /api/email-templates",
  create: "POST /api/email-templates",
  update: "PUT /api/email-templates/:id",
  remove: "DELETE /api/email-templates/:id",
  invalidates: ["GET /api/email-templates/:id/versions"],
});

export const useInitDefaultTemplates = mutation("POST /api/email-templates/init-defaults", {
  request: () => ({ as: "admin", body: {} }),
  invalidates: ["GET /api/email-templates", "GET /api/email-templates/:id/versions"],
});

/** The text of a template as it is in the form, even if it hasn't been saved. */
export type TemplateText = ApiOptions<"POST /api/email-templates/preview">["body"];

export const useTemplatePreview = (template: TemplateText) =>
  useQuery({
    ...readQuery("POST /api/email-templates/preview", { as: "admin", body: template }),
    placeholderData: keepPreviousData,
  });

export const useTestTemplate = mutation("POST /api/email-templates/test", {
  request: (body: ApiOptions<"POST /api/email-templates/test">["body"]) => ({ as: "admin", body }),
  invalidates: ["GET /api/email-outbox"],
  unaffected: {
    "GET /api/email-templates": "A test doesn't save the template.",
    "GET /api/email-templates/:id/versions": "A test doesn't save the template.",
  },
});
