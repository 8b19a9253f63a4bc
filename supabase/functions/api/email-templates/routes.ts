import {
  CONTENT_TOO_SHORT_MESSAGE,
  emailTemplateEndpoints,
} from "../../_shared/contracts/email-templates.ts";
import { TEMPLATE_CONTENT_MIN_LENGTH } from "../../_shared/contracts/limits.ts";
import { AppError, type Issue } from "../../_shared/errors.ts";
import { cleanStoredHtml } from "../../_shared/html/clean-stored-html.ts";
import { type Call, requireFound, requireNoun, implement } from "../../_shared/http/handlers.ts";
import { writeHandlers } from "../../_shared/http/write-handlers.ts";
import { renderMail } from "../../_shared/mail/render-mail.ts";
import { createSampleMail, findTemplateProblem } from "../../_shared/mail/sample-mail.ts";
import { UnsendableMailError } from "../../_shared/mail/placeholders.ts";
import type { MailTemplate } from "../../_shared/rules/built-in-templates.ts";
import { readContactInfo } from "../contact-info/queries.ts";
import {
  addDefaultTemplates,
  emailTemplateVersions,
  emailTemplateWrites,
  hasEmailTemplate,
  listEmailTemplates,
  queueTestEmail,
} from "./queries.ts";

const requireEmailTemplate = requireNoun("email template");

export default implement(emailTemplateEndpoints, {
  listEmailTemplates: ({ asCaller, query }) => asCaller((sql) => listEmailTemplates(sql, query)),
  listEmailTemplateVersions: ({ asCaller, params: { id }, query }) =>
    asCaller(async (sql) => {
      requireEmailTemplate((await hasEmailTemplate(sql, id)) || undefined);
      return emailTemplateVersions.list(sql, id, query);
    }),
  getEmailTemplateVersion: async ({ asCaller, params: { id, versionId } }) =>
    requireFound(
      await asCaller((sql) => emailTemplateVersions.find(sql, id, versionId)),
      "version",
    ),
  createEmailTemplate: ({ asCaller, body, once }) => {
    const template = cleanTemplate(body);
    requireSendable(template);
    return asCaller((sql) => once(sql, () => emailTemplateWrites.insert(sql, template))).catch(
      throwNameTakenError,
    );
  },
  updateEmailTemplate: ({ asCaller, params: { id }, body }) =>
    asCaller(async (sql) => {
      const template = requireEmailTemplate(
        await emailTemplateWrites.update(sql, id, cleanTemplate(body)),
      );
      // Toggling a template doesn't check it again. If something is missing, its emails report that.
      if (hasTextChange(body)) requireSendable(template);
      return template;
    }).catch(throwNameTakenError),
  deleteEmailTemplate: writeHandlers(emailTemplateWrites, "email template").remove,
  initDefaultEmailTemplates: async ({ asCaller }) => {
    await asCaller(addDefaultTemplates);
    return { message: "Default email templates have been initialized" };
  },
  previewEmailTemplate: previewTemplate,
  testEmailTemplate: async ({ asCaller, services, body }) => {
    const template = cleanTemplate(body);
    requireSendable(template);
    const address = await asCaller((sql) => queueTestEmail(sql, template));
    const canSendMail = services.environment.MAIL_TRANSPORT !== undefined;
    return {
      message: canSendMail
        ? `The test email will go to ${address} within a minute`
        : `The test email for ${address} is waiting in the delivery log, because sending email isn't set up yet`,
    };
  },
});

const cleanTemplate = <Body extends { htmlContent?: string | undefined }>(body: Body): Body =>
  body.htmlContent === undefined
    ? body
    : { ...body, htmlContent: cleanStoredHtml(body.htmlContent, "mail") };

const hasTextChange = (body: object): boolean =>
  ["name", "subject", "htmlContent"].some((field) => field in body);

/** Checks each field separately, so that the error is shown next to the field. */
function requireSendable({ name, subject, htmlContent }: MailTemplate & { readonly name: string }) {
  const templatesByField: Readonly<Record<string, MailTemplate>> = {
    subject: { subject, htmlContent: "<p>-</p>" },
    htmlContent: { subject: "-", htmlContent },
  };
  const issues: Issue[] = Object.entries(templatesByField).flatMap(([path, template]) => {
    const problem = findTemplateProblem(name, template);
    return problem === null ? [] : [{ path, message: problem }];
  });
  if (htmlContent.length < TEMPLATE_CONTENT_MIN_LENGTH) {
    issues.push({ path: "htmlContent", message: CONTENT_TOO_SHORT_MESSAGE });
  }
  if (issues.length > 0) throw new AppError("validation_failed", { issues });
}

function throwNameTakenError(error: unknown): never {
  if ((error as { readonly code?: string } | null)?.code !== "23505") throw error;
  const message = "There's already a template with this name. Please edit that one.";
  throw new AppError("conflict", { message, issues: [{ path: "name", message }], cause: error });
}

async function previewTemplate({
  asCaller,
  services: { environment },
  body: { name, ...text },
}: Call<typeof emailTemplateEndpoints.previewEmailTemplate>) {
  const emptyPreview = { subject: "", html: "" };
  const organization = await asCaller(readContactInfo);
  if (organization === undefined) {
    const problem = "Every email includes your contact information. Please fill that in first.";
    return { ...emptyPreview, problem };
  }
  const siteUrl = environment.SITE_URL.replace(/\/$/, "");
  const { mail, links } = createSampleMail(name, siteUrl);
  try {
    const template = { ...text, isActive: true };
    const { subject, html } = renderMail(mail, { organization, siteUrl, template, ...links });
    return { subject, html, problem: null };
  } catch (error) {
    if (error instanceof UnsendableMailError) return { ...emptyPreview, problem: error.message };
    throw error;
  }
}
