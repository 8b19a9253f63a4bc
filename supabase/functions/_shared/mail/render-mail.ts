import {
  builtInTemplates,
  LETTER_TEMPLATES,
  type MailTemplate,
  RECEIPT_TEMPLATES,
} from "../rules/built-in-templates.ts";
import { cleanStoredHtml } from "../html/clean-stored-html.ts";
import { splitDonorName } from "../rules/names.ts";
import { escapeHtml } from "../rules/escape-html.ts";
import type { MailPicture } from "../rules/mail-pictures.ts";
import { carriesToken, type TokenLink } from "../rules/mail-placeholders.ts";
import { SITE_PAGES } from "../rules/site-pages.ts";
import { toTemplateHtml } from "../rules/to-template-html.ts";
import { getGreetedName } from "../rules/tribute-card.ts";
import { renderCardEnding, isCard, isMemorialCard } from "./card.ts";
import { renderLayout, type MailOrganization } from "./layout.ts";
import {
  fillHtml,
  fillLine,
  formatValue,
  type Values,
  UnsendableMailError,
} from "./placeholders.ts";
import {
  renderEmailChangeSteps,
  renderFirstSteps,
  renderInvitationSteps,
  renderNextStep,
} from "./first-steps.ts";
import { isNews, renderNewsEnding } from "./news.ts";
import { namesPeople, renderCoordinatorEnding, renderShiftPeople } from "./shift-people.ts";
import { toPlainText } from "./to-plain-text.ts";
import { renderNoncashFacts, renderReceiptFacts, renderReceiptLead } from "./receipt.ts";
import { createShiftValues } from "./shift-sentences.ts";
import { createChangeValue } from "./team-change.ts";

/** An outbox row to be rendered. */
export interface QueuedMail {
  readonly templateName: string;
  readonly toName: string;
  readonly data: Values;
  /** True if an administrator sends this email to test a template. */
  readonly isTest?: boolean;
}

/** A template edited by an administrator. */
export interface CustomTemplate extends MailTemplate {
  readonly isActive: boolean;
}

/** Links with a token. The links that an email doesn't have are undefined. */
export type MailLinks = { readonly [Name in TokenLink]?: string | undefined };

export interface MailContext extends MailLinks {
  readonly organization: MailOrganization;
  readonly siteUrl: string;
  /** Replaces the built-in template. */
  readonly template?: CustomTemplate | undefined;
}

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const APPROVAL_TEMPLATE = "Volunteer Application Approved";
const INVITATION_TEMPLATE = "Administrator Invitation";
const EMAIL_CHANGE_TEMPLATE = "Confirm New Email";

/** Shown at the top of demo emails, so that no one mistakes them for receipts. */
const DEMO_NOTICE = `<p class="demo"><strong>This is a demo. No card was charged, no money moved, and this is not a receipt.</strong></p>
`;

const TEST_NOTICE = `<p class="demo"><strong>This is a test of an email template. Its names, amounts and dates are sample data.</strong></p>
`;

/** A paragraph is empty if all it has is a placeholder without a value. */
const removeEmptyParagraphs = (html: string): string =>
  html.replaceAll(/<p(?: [^<>]*)?>\s*<\/p>\n?/g, "");

const removeLinks = (html: string): string => html.replaceAll(/<\/?a\b[^>]*>/gi, "");

/** Renders an email. Throws `UnsendableMailError` if it can't be sent as is. */
export function renderMail(mail: QueuedMail, context: MailContext): RenderedMail {
  const { organization, siteUrl } = context;
  const { subject, htmlContent } = chooseTemplate(mail.templateName, context);
  const values = collectValues(mail, context);
  const isReceipt = RECEIPT_TEMPLATES.includes(mail.templateName);
  const isDemo = mail.data["isDemo"] === true;
  const subjectLine = fillLine(subject, values);
  if (subjectLine === "") throw new UnsendableMailError("The subject would be empty.");
  const facts = renderFacts(mail, context);
  const note = namesPeople(mail.templateName)
    ? renderShiftPeople(mail.data, siteUrl)
    : renderFormerTime(mail) + renderEventNote(mail);
  const notices = (mail.isTest ? TEST_NOTICE : "") + (isDemo ? DEMO_NOTICE : "");
  const lead = isReceipt ? renderReceiptLead(mail.data) : "";
  const filledHtml = removeEmptyParagraphs(fillHtml(htmlContent, values));
  // A card's only link is the one that stops cards, even if the organization has rewritten the template.
  const text = lead + (isCard(mail.templateName) ? removeLinks(filledHtml) : filledHtml);
  const donationsLink = isReceipt
    ? renderNextStep(text, siteUrl + SITE_PAGES.manageGift, "See your gifts and receipts")
    : "";
  const steps = renderSteps(mail, text, context);
  const ending = renderEnding(mail, context);
  const contentHtml =
    notices + renderReader(mail) + text + donationsLink + note + facts + steps + ending;
  const fullSubject =
    (mail.isTest ? "[Test] " : "") + (isDemo ? `[Demo] ${subjectLine}` : subjectLine);
  const html = renderLayout({
    subject: fullSubject,
    contentHtml,
    organization,
    siteUrl,
    previewText: createPreviewText(text),
    picture: findTemplatePicture(mail.templateName),
    hasSiteLinks: !isCard(mail.templateName),
    isQuiet: isMemorialCard(mail.templateName),
  });
  return { subject: fullSubject, html, text: toPlainText(html) };
}

/** Says whom an email to a mailbox is for that several people share, whatever the template says. */
function renderReader({ data, toName }: QueuedMail): string {
  const mailbox = data["sharedMailbox"];
  if (mailbox === undefined) return "";
  const note =
    mailbox === "contact" ? ", who has no login. To cancel or change something, just reply" : "";
  return `<p class="small">This email is for <strong>${escapeHtml(toName)}</strong>${note}.</p>\n`;
}

/** Returns the reader's next step, with the link that templates must not contain. */
function renderSteps({ templateName }: QueuedMail, text: string, context: MailContext): string {
  if (templateName === APPROVAL_TEMPLATE) return renderFirstSteps(text, context);
  if (templateName === EMAIL_CHANGE_TEMPLATE) {
    if (context.emailChangeLink === undefined)
      throw new UnsendableMailError("The email has no link.");
    return renderEmailChangeSteps(context.emailChangeLink);
  }
  if (templateName !== INVITATION_TEMPLATE) return "";
  if (context.invitationLink === undefined)
    throw new UnsendableMailError("The invitation has no link.");
  return renderInvitationSteps(context.invitationLink);
}

/** If the reader can opt out of this kind of email, returns what comes after the email's text. */
function renderEnding(
  { templateName, data }: QueuedMail,
  { siteUrl, stopLink }: MailContext,
): string {
  if (isCard(templateName)) return renderCardEnding(data, stopLink);
  if (namesPeople(templateName)) return renderCoordinatorEnding(siteUrl);
  return isNews(templateName) ? renderNewsEnding(stopLink) : "";
}

/** Renders the facts that the IRS requires. They are appended, so that no template can leave them out. */
function renderFacts({ templateName, data, toName }: QueuedMail, context: MailContext): string {
  const { organization, siteUrl } = context;
  if (RECEIPT_TEMPLATES.includes(templateName)) {
    return renderReceiptFacts(data, toName, organization, siteUrl);
  }
  return LETTER_TEMPLATES.includes(templateName)
    ? renderNoncashFacts(data, toName, organization)
    : "";
}

const PREVIEW_MAX_LENGTH = 140;

/** A sentence doesn't end after a rank, another title or an initial, such as `Sgt.` or `J.`. */
const SENTENCE_PATTERN =
  /^.+?(?<!(?:^|[\s(])(?:[A-Z]|[A-Z][a-z]{0,2}|Capt|Spc|Corp|Brig|Mrs|Maj|Jr|Prof|Chap|Dept|Messrs)\.)(?<=[.!?])(?=\s|$)/;

/** Returns the first sentence, shortened if necessary, as the preview text that inboxes show. */
function createPreviewText(html: string): string {
  const paragraphs = Array.from(html.matchAll(/<p\b[^>]*>([\s\S]*?)<\/p>/g), ([, paragraph = ""]) =>
    toPlainText(paragraph).replaceAll(/\s+/g, " ").trim(),
  );
  // A salutation on a line of its own says nothing.
  const text = paragraphs.find((paragraph) => !paragraph.endsWith(",")) ?? paragraphs[0] ?? "";
  const [sentence = text] = SENTENCE_PATTERN.exec(text) ?? [];
  return sentence.slice(0, PREVIEW_MAX_LENGTH);
}

/** Returns the practical details of an event, which are appended to every template so that none can leave them out. */
function renderEventNote({ data }: QueuedMail): string {
  const note = formatValue("eventNote", data["eventNote"]).trim();
  if (note === "") return "";
  return `\n<h2>Good to know</h2>\n<p>${escapeHtml(note).replaceAll(/\s*\n\s*/g, "<br>")}</p>\n`;
}

/** If a shift that is back on was moved in the meantime, returns what the reader knew before. */
function renderFormerTime({ templateName, data }: QueuedMail): string {
  const isMoved = (["Date", "StartTime", "EndTime", "Address"] as const).some((fact) => {
    const name = fact === "Date" ? "eventDate" : fact.charAt(0).toLowerCase() + fact.slice(1);
    return data[`former${fact}`] !== undefined && data[`former${fact}`] !== data[name];
  });
  if (templateName !== "Event Reinstated" || !isMoved) return "";
  const text =
    "Originally: {{formerDate}}, {{formerStartTime}} to {{formerEndTime}}, {{formerAddress}}";
  return `\n<h2>Please note the change</h2>\n<p>${fillHtml(text, data)}</p>\n`;
}

/** Makes relative URLs absolute, because `/donate` doesn't work in an email. */
const makeUrlsAbsolute = (html: string, siteUrl: string): string =>
  html.replaceAll(/ (href|src)="(?=\/)/g, (attributeStart) => attributeStart + escapeHtml(siteUrl));

const findBuiltInTemplate = (name: string) =>
  Object.hasOwn(builtInTemplates, name) ? builtInTemplates[name] : undefined;

const findTemplatePicture = (templateName: string): MailPicture | undefined => {
  const builtInTemplate = findBuiltInTemplate(templateName);
  return builtInTemplate ? builtInTemplate.picture : "mail-on-its-way";
};

function chooseTemplate(
  name: string,
  { template: customTemplate, siteUrl }: MailContext,
): MailTemplate {
  if (customTemplate?.isActive === false) {
    throw new UnsendableMailError(
      `The template "${name}" is inactive. Activate it, then send again.`,
    );
  }
  if (customTemplate) {
    // Saved templates are already clean, but rows can be written to the table without going through this code.
    const cleanHtml = cleanStoredHtml(customTemplate.htmlContent, "mail");
    const htmlContent = makeUrlsAbsolute(toTemplateHtml(cleanHtml), siteUrl);
    return { subject: customTemplate.subject, htmlContent };
  }
  const builtInTemplate = findBuiltInTemplate(name);
  if (builtInTemplate === undefined)
    throw new UnsendableMailError(`There is no template named "${name}".`);
  return builtInTemplate;
}

const isLinkValue = (name: string): boolean => carriesToken(name.replace(/Id$/, ""));

function collectValues({ data, toName, templateName }: QueuedMail, context: MailContext): Values {
  const valuesWithoutLinks: Values = Object.fromEntries(
    Object.entries(data).filter(([name]) => !isLinkValue(name)),
  );
  const {
    sharedMailbox: _sharedMailbox,
    name: storedName,
    firstName,
    ...storedValues
  } = valuesWithoutLinks;
  const fullName = formatValue("name", storedName).trim() || toName || "friend";
  const name = isCard(templateName) ? getGreetedName(fullName) : fullName;
  const { organizationName, taxId, email, phone, address } = context.organization;
  return {
    ...storedValues,
    name,
    firstName:
      formatValue("firstName", firstName).trim() || splitDonorName(toName || name).firstName,
    ...(RECEIPT_TEMPLATES.includes(templateName) && {
      giftKind: data["isRecurring"] === true ? "monthly gift" : "gift",
    }),
    ...createChangeValue(templateName, data),
    ...createShiftValues(templateName, data),
    ...(context.giftLink !== undefined && { giftLink: context.giftLink }),
    siteUrl: context.siteUrl,
    organizationName,
    taxId,
    organizationEmail: email,
    organizationPhone: phone,
    organizationAddress: address,
  };
}
