import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, idParams, line, message, text, timestamp } from "./fields.ts";
import { TEMPLATE_CONTENT_MIN_LENGTH } from "./limits.ts";

const emailTemplate = z.object({
  id,
  name: z.string(),
  subject: z.string(),
  htmlContent: z.string(),
  description: z.string().nullable(),
  isActive: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const writable = z.strictObject({
  name: line(100),
  subject: line(200),
  htmlContent: text(100_000, TEMPLATE_CONTENT_MIN_LENGTH),
  description: text(500, 0).nullable(),
  isActive: z.boolean(),
});

export const emailTemplateEndpoints = {
  listEmailTemplates: endpoint({
    method: "GET",
    path: "/api/email-templates",
    access: "admin",
    summary: "All templates",
    output: z.array(emailTemplate),
  }),
  createEmailTemplate: endpoint({
    method: "POST",
    path: "/api/email-templates",
    access: "admin",
    summary: "Add a template",
    status: 201,
    body: writable.partial().required({ name: true, subject: true, htmlContent: true }),
    output: emailTemplate,
  }),
  updateEmailTemplate: endpoint({
    method: "PUT",
    path: "/api/email-templates/:id",
    access: "admin",
    summary: "Change a template, or only switch it on or off",
    params: idParams,
    body: writable.partial(),
    output: emailTemplate,
  }),
  deleteEmailTemplate: endpoint({
    method: "DELETE",
    path: "/api/email-templates/:id",
    access: "admin",
    summary: "Delete a template",
    params: idParams,
    output: message,
  }),
  initDefaultEmailTemplates: endpoint({
    method: "POST",
    path: "/api/email-templates/init-defaults",
    access: "admin",
    summary: "Create the four documented templates where they are missing",
    body: z.strictObject({}).optional(),
    output: message,
  }),
};
