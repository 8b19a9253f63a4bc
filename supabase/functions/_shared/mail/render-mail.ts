import { builtInTemplates, type MailTemplate } from "./built-in-templates.ts";
import { layOut, type Organization } from "./layout.ts";
import { fillHtml, fillLine, shown, type Values } from "./placeholders.ts";
import { plainText } from "./plain-text.ts";
import { demoNotice, receiptFacts } from "./receipt.ts";
import { Unsendable } from "./unsendable.ts";

/** A mail of the outbox, as its cause wrote it. */
export interface QueuedMail {
  readonly templateName: string;
  readonly toName: string;
  readonly data: Values;
}

/** A template as an administrator has written it. */
export interface OwnTemplate extends MailTemplate {
  readonly isActive: boolean;
}

export interface MailContext {
  readonly organization: Organization;
  readonly siteUrl: string;
  /** Opens the donor's gifts; where the mail has one. */
  readonly giftLink?: string | undefined;
  /** In place of the built-in one. */
  readonly template?: OwnTemplate | undefined;
}

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const RECEIPT = "Donation Confirmation";

/** Raises `Unsendable` where the mail cannot be written so that it may go out. */
export function renderMail(mail: QueuedMail, context: MailContext): RenderedMail {
  const { organization, siteUrl } = context;
  const { subject, htmlContent } = templateOf(mail.templateName, context.template);
  const values = valuesOf(mail, context);
  const isReceipt = mail.templateName === RECEIPT;
  const line =
    (isReceipt && mail.data["isDemo"] === true ? "[Demo] " : "") + fillLine(subject, values);
  if (line === "") throw new Unsendable("The subject would be empty.");
  const letter = fillHtml(htmlContent, values);
  const sheet = isReceipt
    ? demoNotice(mail.data) + letter + receiptFacts(mail.data, mail.toName, organization)
    : letter;
  const html = layOut(line, sheet, organization, siteUrl);
  return { subject: line, html, text: plainText(html) };
}

function templateOf(name: string, own: OwnTemplate | undefined): MailTemplate {
  if (own?.isActive === false) {
    throw new Unsendable(`The template "${name}" is switched off. Activate it, then send again.`);
  }
  const template =
    own ?? (Object.hasOwn(builtInTemplates, name) ? builtInTemplates[name] : undefined);
  if (template === undefined) throw new Unsendable(`There is no template "${name}".`);
  return template;
}

function valuesOf({ data, toName, templateName }: QueuedMail, context: MailContext): Values {
  const { giftLinkId: _, giftLink: _typed, name, ...given } = data;
  const { organizationName, taxId, email, phone, address } = context.organization;
  return {
    ...given,
    name: shown("name", name).trim() || toName || "friend",
    ...(templateName === RECEIPT && {
      giftKind: data["isRecurring"] === true ? "monthly gift" : "gift",
    }),
    ...(context.giftLink !== undefined && { giftLink: context.giftLink }),
    siteUrl: context.siteUrl,
    organizationName,
    taxId,
    organizationEmail: email,
    organizationPhone: phone,
    organizationAddress: address,
  };
}
