import { escapeHtml } from "../rules/escape-html.ts";
import { SITE_PAGES } from "../rules/site-pages.ts";
import { layOut, type MailOrganization } from "./layout.ts";
import { plainText } from "./plain-text.ts";
import type { RenderedMail } from "./render-mail.ts";

export interface HealthReport {
  /** The current problems, as sentences. */
  readonly problems: readonly string[];
  /** Problems from earlier emails that are solved now, as sentences. */
  readonly solved: readonly string[];
}

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
const list = (sentences: readonly string[]): string =>
  `<ul>${sentences.map((sentence) => `<li>${escapeHtml(sentence)}</li>`).join("")}</ul>`;

/** Renders the email that tells an administrator what has stopped working, or that it works again. */
export function renderHealthMail(
  name: string,
  { problems, solved }: HealthReport,
  organization: MailOrganization,
  siteUrl: string,
): RenderedMail {
  const isOver = problems.length === 0;
  const subject = isOver ? "Your site is working again" : "Your site needs attention";
  const content = [
    `<h1>${subject}</h1>`,
    paragraph(`Hi ${name},`),
    isOver ? "" : paragraph("Something behind your site has stopped:") + list(problems),
    solved.length === 0 ? "" : paragraph("This is working again:") + list(solved),
    isOver
      ? paragraph("You don't need to do anything.")
      : paragraph(
          "Please forward this email to the person who runs your site. docs/operate/monitoring.md says what to do. We'll email you once more when it's over.",
        ),
    `<p><a class="button" href="${escapeHtml(siteUrl)}${SITE_PAGES.dashboard}/settings/system-status">See the system status</a></p>`,
  ].join("\n");
  const html = layOut({
    subject,
    contentHtml: content,
    organization,
    siteUrl,
    previewText: [...problems, ...solved].join(" "),
  });
  return { subject, html, text: plainText(html) };
}
