import { escapeHtml } from "../rules/escape-html.ts";
import { SITE_PAGES } from "../rules/site-pages.ts";
import { renderLayout, type MailOrganization } from "./layout.ts";
import { toPlainText } from "./to-plain-text.ts";
import type { RenderedMail } from "./render-mail.ts";

export interface HealthReport {
  /** The current problems, as sentences. */
  readonly problems: readonly string[];
  /** Problems that earlier emails reported and that are solved now, as sentences. */
  readonly solvedProblems: readonly string[];
}

const renderParagraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
const renderList = (sentences: readonly string[]): string =>
  `<ul>${sentences.map((sentence) => `<li>${escapeHtml(sentence)}</li>`).join("")}</ul>`;

/** Renders the email that tells an administrator what has stopped working, or that it works again. */
export function renderHealthMail(
  name: string,
  { problems, solvedProblems }: HealthReport,
  organization: MailOrganization,
  siteUrl: string,
): RenderedMail {
  const isOver = problems.length === 0;
  const subject = isOver ? "Your site is working again" : "Your site needs attention";
  const content = [
    `<h1>${subject}</h1>`,
    renderParagraph(`Hi ${name},`),
    isOver ? "" : renderParagraph("Part of your site isn't working:") + renderList(problems),
    solvedProblems.length === 0
      ? ""
      : renderParagraph("This is working again:") + renderList(solvedProblems),
    isOver
      ? renderParagraph("You don't need to do anything.")
      : renderParagraph(
          "Please forward this email to the person who runs your site. The instructions are in docs/operate/monitoring.md. We'll email you again when everything is working.",
        ),
    `<p><a class="button" href="${escapeHtml(siteUrl)}${SITE_PAGES.dashboard}/settings/system-status">See the system status</a></p>`,
  ].join("\n");
  const html = renderLayout({
    subject,
    contentHtml: content,
    organization,
    siteUrl,
    previewText: [...problems, ...solvedProblems].join(" "),
  });
  return { subject, html, text: toPlainText(html) };
}
