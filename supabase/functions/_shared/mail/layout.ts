import { escapeHtml } from "../rules/escape-html.ts";
import { MAIL_MARK, MAIL_PICTURES, type MailPicture } from "../rules/mail-pictures.ts";
import { inlineStyles } from "../html/inline-styles.ts";
import { stripUrlPrefix } from "./to-plain-text.ts";
import { keepOnOneLine, keepAddressPartsTogether } from "../rules/keep-on-one-line.ts";

/** The sender's contact details, which are shown in the sender line, on receipts and below every email. */
export interface MailOrganization {
  readonly organizationName: string;
  readonly taxId: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
}

/**
 * Contains only styles that can't be inline, for phones and dark mode. Email clients that drop them show the light
 * design. `!important` overrides the inline styles.
 */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .brand { padding: 10px 14px !important; }
  .sheet { padding: 22px 20px !important; }
  .sheet h1 { font-size: 24px !important; }
  .sheet p.lead { padding: 14px 16px !important; font-size: 17px !important; }
}
@media (prefers-color-scheme: dark) {
  body, .page { background: #0d1628 !important; }
  .brand { border-bottom: 1px solid #30415f !important; }
  .sheet { background: #16223a !important; color: #f3e9d6 !important; }
  .sheet h1, .sheet h2, .sheet p, .sheet li, .sheet td { color: #f3e9d6 !important; }
  .sheet a { color: #e9b95a !important; }
  .sheet a.button { background: #e9b95a !important; color: #221604 !important; }
  .sheet th, .sheet p.small, .foot, .foot a { color: #b9b3a6 !important; }
  .facts, .facts th, .facts td, .lead { border-color: #30415f !important; }
  .lead { background: #0d1628 !important; }
  .sheet p.demo { border-color: #f0a063 !important; }
}`;

/** Outlook ignores `max-width` and would use its own font, so it gets its own style and table. */
const OUTLOOK_STYLE = `<!--[if mso]><style>body, table, td, th, p, li, a, h1, h2, h3 { font-family: Georgia, serif !important; }</style><![endif]-->`;
const OUTLOOK_TABLE_START = `<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->`;
const OUTLOOK_TABLE_END = `<!--[if mso]></td></tr></table><![endif]-->`;

const renderFooterLink = (href: string, text: string): string =>
  `<a href="${escapeHtml(href)}" style="color: #5b6474">${escapeHtml(text)}</a>`;

/** Joins the nonempty parts of a line with dots. Each dot stays on the same line as the part before it. */
const joinWithDots = (parts: readonly string[]): string => parts.filter(Boolean).join("&nbsp;· ");

/** Renders the lines below an email's content, without lines for missing details. */
const renderFooter = (organization: MailOrganization, siteUrl: string | undefined): string => {
  const { organizationName, taxId, address, phone, email } = organization;
  const lines = [
    joinWithDots([
      escapeHtml(organizationName),
      taxId && escapeHtml(keepOnOneLine(`EIN ${taxId}`)),
    ]),
    escapeHtml(keepAddressPartsTogether(address)),
    joinWithDots([
      escapeHtml(keepOnOneLine(phone)),
      siteUrl ? renderFooterLink(siteUrl, stripUrlPrefix(siteUrl)) : "",
    ]),
    siteUrl && email && renderFooterLink(`mailto:${email}`, email),
  ];
  return lines.filter(Boolean).join("<br>");
};

export interface MailLayout {
  readonly subject: string;
  readonly contentHtml: string;
  readonly organization: MailOrganization;
  readonly siteUrl: string;
  /** The text that an inbox shows after the subject. */
  readonly previewText?: string;
  readonly picture?: MailPicture | undefined;
  /** False for emails whose only links are those in their content. */
  readonly hasSiteLinks?: boolean;
  /** True for condolences, which don't have the colored edge. */
  readonly isQuiet?: boolean;
}

/**
 * Follows the preview text, because email clients would otherwise fill the rest of the inbox line with the email's
 * content.
 */
const PREVIEW_FILLER = "&#847;&zwnj;&nbsp;".repeat(40);

/**
 * Renders the brand mark and the name. The mark's alt text is a star, because it has to fit into the mark's square when
 * pictures are off, and the name follows anyway.
 */
const renderBrandRow = (url: string, name: string, isLink: boolean): string =>
  `<tr><td class="brand" bgcolor="#14213a" style="padding: 12px 25px; background: #14213a; border-radius: 12px 12px 0 0"><table role="presentation" cellpadding="0" cellspacing="0"><tbody><tr><td width="${MAIL_MARK.size}"><img src="${url}/${MAIL_MARK.file}" width="${MAIL_MARK.size}" height="${MAIL_MARK.size}" alt="&#9733;" style="display: block; border: 0; font: 24px/${MAIL_MARK.size}px Georgia, serif; color: #dcb25c; text-align: center"></td>
<td style="padding: 0 0 0 10px; font: bold 18px/1.3 Fraunces, Georgia, 'Times New Roman', serif; color: #f5eee0; overflow-wrap: anywhere">${isLink ? `<a href="${url}" style="color: #f5eee0; text-decoration: none">${name}</a>` : name}</td></tr></tbody></table></td></tr>`;

const renderPictureRow = (url: string, picture: MailPicture): string =>
  `<tr><td bgcolor="#14213a"><img src="${url}/${MAIL_PICTURES[picture]}" width="600" alt="" style="display: block; width: 100%; height: auto; border: 0"></td></tr>\n`;

const renderHiddenPreview = (text: string): string =>
  text && `<div style="display: none; mso-hide: all">${escapeHtml(text)}${PREVIEW_FILLER}</div>\n`;

/** Puts an email's content below the organization's name and picture. */
export function renderLayout({
  subject,
  contentHtml,
  organization,
  siteUrl,
  previewText = "",
  picture,
  hasSiteLinks = true,
  isQuiet = false,
}: MailLayout): string {
  const [name, url] = [escapeHtml(organization.organizationName), escapeHtml(siteUrl)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
${OUTLOOK_STYLE}
<style>${STYLE}
</style>
</head>
<body style="margin: 0; padding: 0; background: #f8f3e9">
${renderHiddenPreview(previewText)}<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="width: 100%; background: #f8f3e9"><tbody><tr><td align="center" style="padding: 24px 12px">
${OUTLOOK_TABLE_START}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="width: 100%; max-width: 600px; text-align: left">
<tbody>
${renderBrandRow(url, name, hasSiteLinks)}
${picture ? renderPictureRow(url, picture) : ""}<tr><td class="sheet" bgcolor="#fffdf9" style="padding: 30px 32px; background: #fffdf9; border-bottom: 4px solid ${isQuiet ? "#c9c3b6" : "#c79639"}; border-radius: 0 0 12px 12px; font: 16px/1.6 Georgia, 'Times New Roman', serif; color: #1a2740; overflow-wrap: anywhere">
${inlineStyles(contentHtml)}
</td></tr>
<tr><td class="foot" style="padding: 18px 8px; font: 13px/1.6 Georgia, 'Times New Roman', serif; color: #5b6474; overflow-wrap: anywhere">${renderFooter(organization, hasSiteLinks ? siteUrl : undefined)}</td></tr>
</tbody>
</table>
${OUTLOOK_TABLE_END}
</td></tr></tbody></table>
</body>
</html>
`;
}
