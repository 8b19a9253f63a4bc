import { z } from "zod";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import { count, email, html, id, idParams, line, message, text, timestamp } from "./fields.ts";
import { TEMPLATE_CONTENT_MIN_LENGTH } from "./limits.ts";
import { listEndpoint } from "./list.ts";
import { version } from "./versions.ts";

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

const emailTemplateVersion = emailTemplate
  .omit({ isActive: true, createdAt: true, updatedAt: true })
  .extend({ version: count, savedBy: z.string(), savedAt: timestamp });

const NAME_MAX_LENGTH = 100;
const SUBJECT_MAX_LENGTH = 200;
const CONTENT_MAX_LENGTH = 100_000;
export const CONTENT_TOO_SHORT_MESSAGE = `Content must be at least ${TEMPLATE_CONTENT_MIN_LENGTH} characters`;

const writableFields = z.strictObject({
  name: line(NAME_MAX_LENGTH, 1, "Email type is required"),
  subject: line(SUBJECT_MAX_LENGTH, 1, "Subject is required"),
  htmlContent: html(CONTENT_MAX_LENGTH, TEMPLATE_CONTENT_MIN_LENGTH, CONTENT_TOO_SHORT_MESSAGE),
  description: text(500, 0).nullable(),
  isActive: z.boolean(),
});

const writes = writeEndpoints("/api/email-templates", emailTemplate);

export const emailTemplateEndpoints = adminEndpoints("settings", {
  listEmailTemplates: listEndpoint({
    path: "/api/email-templates",
    summary: "Email templates, by name",
    sorts: ["name", "-name"],
    searchedFields: "name, subject and description",
    item: emailTemplate,
  }),
  listEmailTemplateVersions: listEndpoint({
    path: "/api/email-templates/:id/versions",
    summary: "The 50 most recent earlier versions of a template",
    params: idParams,
    sorts: ["-version", "version"],
    searchedFields: "subject",
    item: emailTemplateVersion.omit({ htmlContent: true }),
  }),
  getEmailTemplateVersion: {
    method: "GET",
    path: "/api/email-templates/:id/versions/:versionId",
    summary: "An earlier version of a template; to restore it, update the template with its text",
    params: idParams.extend({ versionId: id }),
    output: emailTemplateVersion,
  },
  createEmailTemplate: writes.create(
    "Add a template",
    writableFields.partial().required({ name: true, subject: true, htmlContent: true }),
  ),
  updateEmailTemplate: writes.update(
    "Update a template, or just turn it on or off",
    writableFields.partial().extend(version),
  ),
  deleteEmailTemplate: writes.remove("Delete a template"),
  initDefaultEmailTemplates: {
    method: "POST",
    path: "/api/email-templates/init-defaults",
    summary: "Create any of the four default templates that are missing",
    body: z.strictObject({}).optional(),
    output: message,
  },
  previewEmailTemplate: {
    method: "POST",
    path: "/api/email-templates/preview",
    summary: "Preview a template, saved or not, filled in with sample data",
    // Accepts incomplete input, because the administrator may still be typing.
    body: z.strictObject({
      name: line(NAME_MAX_LENGTH, 0),
      subject: line(SUBJECT_MAX_LENGTH, 0),
      htmlContent: html(CONTENT_MAX_LENGTH, 0),
    }),
    output: z.object({
      subject: z.string(),
      html: z.string(),
      /** Why the template can't be sent yet. If this is set, there is no preview. */
      problem: z.string().nullable(),
    }),
  },
  testEmailTemplate: {
    method: "POST",
    path: "/api/email-templates/test",
    summary: "Send a test email from a template, saved or not, with sample data",
    body: writableFields
      .pick({ name: true, subject: true, htmlContent: true })
      .extend({ toEmail: email.optional() }),
    output: message,
    rateLimit: { max: 20, windowSeconds: 3600 },
  },
});
