import { escapeHtml } from "../rules/escape-html.ts";

/** Contact details of the sender, as shown in the sender line, on receipts and below every email. */
export interface MailOrganization {
  readonly organizationName: string;
  readonly taxId: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
}

/** Some clients remove styles, so the email must also be readable without them. */
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; background: #f3f1ea; color: #22303c; font: 16px/1.6 Georgia, "Times New Roman", serif; }
.page { width: 100%; border-collapse: collapse; }
.page > tbody > tr > td { padding: 28px 16px; }
.letter { width: 100%; max-width: 600px; margin: 0 auto; text-align: left; }
.brand { margin: 0 0 14px; font-weight: bold; color: #1f4a3d; }
.sheet { background: #ffffff; border: 1px solid #dedace; border-radius: 10px; padding: 28px; overflow-wrap: anywhere; }
.sheet h1 { margin: 0 0 16px; font-size: 25px; line-height: 1.25; }
.sheet h2 { margin: 28px 0 8px; font-size: 18px; }
.sheet p { margin: 0 0 14px; }
.sheet a { color: #1f5c49; }
.sheet a.button { display: inline-block; margin: 6px 0; padding: 12px 22px; border-radius: 8px; background: #1f5c49; color: #ffffff; font-weight: bold; text-decoration: none; }
.facts { width: 100%; border-collapse: collapse; border-top: 1px solid #dedace; }
.facts th, .facts td { padding: 9px 0; border-bottom: 1px solid #dedace; text-align: left; vertical-align: top; font-size: 15px; }
.facts th { width: 38%; padding-right: 14px; font-weight: normal; color: #5b6670; }
.sheet p.small { margin: 14px 0 0; font-size: 14px; color: #5b6670; }
.sheet p.demo { margin: 0 0 20px; border: 2px dashed #a15c00; border-radius: 8px; padding: 12px 14px; }
.foot { margin: 18px 4px 0; font-size: 13px; line-height: 1.6; color: #5b6670; }
.foot a { color: inherit; }
@media (max-width: 480px) { .sheet { padding: 20px; } .sheet h1 { font-size: 22px; } .facts th { width: 42%; } }
@media (prefers-color-scheme: dark) {
  body { background: #14191d; color: #e7e5de; }
  .brand { color: #9fd3bf; }
  .sheet { background: #1c2328; border-color: #37424a; }
  .sheet a { color: #9fd3bf; }
  .sheet a.button { background: #2f7d64; color: #ffffff; }
  .facts, .facts th, .facts td { border-color: #37424a; }
  .facts th, .sheet p.small, .foot { color: #a9b2b8; }
  .sheet p.demo { border-color: #e0a458; }
}`;

export function layOut(
  subject: string,
  contentHtml: string,
  { organizationName, address, phone, email }: MailOrganization,
  siteUrl: string,
): string {
  const [name, addressLine, phoneNumber, emailAddress, url] = [
    organizationName,
    address.replaceAll(/\s*\n\s*/g, ", "),
    phone,
    email,
    siteUrl,
  ].map(escapeHtml);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}
</style>
</head>
<body>
<table class="page" role="presentation"><tbody><tr><td align="center">
<div class="letter">
<p class="brand">${name}</p>
<div class="sheet">
${contentHtml}
</div>
<p class="foot">${name}<br>${addressLine}<br>${phoneNumber} · <a href="mailto:${emailAddress}">${emailAddress}</a> · <a href="${url}">${url}</a></p>
</div>
</td></tr></tbody></table>
</body>
</html>
`;
}
