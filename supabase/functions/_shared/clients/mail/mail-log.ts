import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Environment } from "../../env.ts";
import type { OutgoingMail, SendMail } from "./transport.ts";

/** Sends nothing. Logs one line per email and saves the email if a folder is configured. */
export function createLogTransport({
  MAIL_FOLDER: folder,
}: Pick<Environment, "MAIL_FOLDER">): SendMail {
  return async (mail) => {
    const filePath = folder === undefined ? undefined : path.join(folder, createFileName(mail));
    if (folder !== undefined && filePath !== undefined) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(filePath, renderPage(mail), { mode: 0o600 });
    }
    // oxlint-disable-next-line no-console -- logging is this transport's purpose
    console.info(`Email "${mail.kind}"${filePath === undefined ? "" : `: ${filePath}`}`);
  };
}

const createFileName = ({ kind, key }: OutgoingMail): string =>
  `${kind.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}-${key.replaceAll(/[^\w-]/g, "-")}.html`;

const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Email clients show pictures but don't run scripts or load anything else, so the saved page must not either. */
const CSP_META_TAG = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src http: https:; style-src 'unsafe-inline'">`;

/** Renders the email as HTML, with its headers and plain text below. */
function renderPage({ from, replyTo, to, subject, html, text, attachment }: OutgoingMail): string {
  const headers = [
    `From: ${from.name} <${from.address}>`,
    `Reply-To: ${replyTo}`,
    `To: ${to.name} <${to.address}>`,
    `Subject: ${subject}`,
    ...(attachment ? [`Attachment: ${attachment.name}`] : []),
  ].join("\n");
  const details = `<details style="margin:0 16px 16px"><summary>Headers and plain text</summary><pre style="white-space:pre-wrap">${escapeText(`${headers}\n\n${text}`)}</pre></details>`;
  return html
    .replace("<head>", () => `<head>\n${CSP_META_TAG}`)
    .replace(/<\/body>(?![\s\S]*<\/body>)/, () => `${details}\n</body>`);
}
