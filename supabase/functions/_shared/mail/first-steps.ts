import { escapeHtml } from "../rules/escape-html.ts";

const opening = (link: string) => `<h2>One last step: open your account</h2>
<p>This shows us that the application and this address are yours. You choose the password that you log in with from now on.</p>
<p><a class="button" href="${link}">Open my account</a></p>
<p class="small">The link is for you alone and works once, within 7 days. If it has run out, just reply to this email and we send you another one. If you have not applied to volunteer with us, there is nothing to do: no account opens without this link.</p>`;

const loggingIn = (siteUrl: string) => `<h2>Your first login</h2>
<p>Log in as a volunteer with the email address and the password of your application.</p>
<p><a class="button" href="${siteUrl}">Go to our site</a></p>`;

/**
 * How an approved applicant gets in, below the letter whatever its template says: a template can be rewritten, and what
 * leads in depends on the deployment.
 */
export const firstSteps = ({
  siteUrl,
  activationLink,
}: {
  readonly siteUrl: string;
  readonly activationLink?: string | undefined;
}): string =>
  activationLink === undefined
    ? loggingIn(escapeHtml(siteUrl))
    : opening(escapeHtml(activationLink));
