import { escapeHtml } from "../rules/escape-html.ts";
import { SITE_PAGES } from "../rules/site-pages.ts";

/**
 * Returns the link below an email's text: a button, or a small link if the text already has a button, because only one
 * should stand out.
 */
export const renderNextStep = (emailHtml: string, url: string, label: string): string =>
  emailHtml.includes(' class="button"')
    ? `<p class="small"><a href="${escapeHtml(url)}">${label}</a></p>\n`
    : `<p><a class="button" href="${escapeHtml(url)}">${label}</a></p>\n`;

const renderActivationSteps = (link: string) => `<h2>One last step: set up your account</h2>
<p>This confirms that the application and this email address are yours. You'll choose the password you'll use to log in from now on.</p>
<p><a class="button" href="${link}">Set up my account</a></p>
<p class="small">This link is just for you. It works only once and expires after 7 days. If it has expired, just reply to this email and we'll send you another one. If you didn't apply to volunteer with us, you can ignore this email. No account is set up unless someone uses this link.</p>`;

const renderLoginSteps = (emailHtml: string, siteUrl: string) => `<h2>Your first login</h2>
<p>Log in as a volunteer with the email address and password you chose when you applied.</p>
${renderNextStep(emailHtml, siteUrl + SITE_PAGES.volunteerDashboard, "Log in")}`;

/**
 * Renders the link of an invitation. It is appended rather than included in the template. Otherwise, anyone who may
 * rewrite templates could have the link sent to themselves and become an owner.
 */
export const renderInvitationSteps = (link: string): string => `<h2>How to join</h2>
<p>Choose a username and a password of at least 12 characters. Then log in with both.</p>
<p><a class="button" href="${escapeHtml(link)}">Join the team</a></p>
<p class="small">This link is just for you. It works only once and expires after 7 days. If it has expired, ask the person who invited you for a new one. If you don't know what this is about, you can ignore this email.</p>`;

/**
 * Renders the link that confirms a new email address. It is appended rather than included in the template, so that no
 * template can leave the link out or send it elsewhere.
 */
export const renderEmailChangeSteps = (link: string): string => `<h2>Confirm your new email</h2>
<p>Once you've confirmed it, you log in with this address, and we write to you here. We'll log you out on all devices, so have your password ready.</p>
<p><a class="button" href="${escapeHtml(link)}">Confirm my new email</a></p>
<p class="small">This link is just for you. It works only once and expires after 24 hours. If you didn't ask for this, you can ignore this email. Nothing changes unless you use the link.</p>`;

/**
 * Explains how an approved applicant logs in for the first time. The steps are appended rather than included in the
 * template, because administrators can rewrite templates and the steps depend on the deployment.
 */
export const renderFirstSteps = (
  emailHtml: string,
  {
    siteUrl,
    activationLink,
  }: {
    readonly siteUrl: string;
    readonly activationLink?: string | undefined;
  },
): string =>
  activationLink === undefined
    ? renderLoginSteps(emailHtml, siteUrl)
    : renderActivationSteps(escapeHtml(activationLink));
