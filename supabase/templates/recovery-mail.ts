import { renderLayout } from "../functions/_shared/mail/layout.ts";
import { SITE_PAGES } from "../functions/_shared/rules/site-pages.ts";

/** Auth fills in the site's URL, but it doesn't know the organization's name, so the sender's name is generic. */
const SITE_URL = "{{ .SiteURL }}";
const SENDER = { organizationName: "Care packages", taxId: "", address: "", phone: "", email: "" };

const CONTENT = `<h1>Set a new password</h1>
<p>Someone asked to reset the password for your account with us. If it was you, use this link within 15 minutes to choose a new one:</p>
<p><a class="button" href="${SITE_URL}${SITE_PAGES.resetPassword}?token_hash={{ .TokenHash }}#email={{ .Email }}">Choose a new password</a></p>
<p class="small">If it wasn't you, you can ignore this email. Your password stays the same.</p>`;

/** Returns the email that Auth sends to someone who forgot a password, in the layout of all other emails. */
export const renderRecoveryMail = (): string =>
  renderLayout({
    subject: "Set a new password",
    contentHtml: CONTENT,
    organization: SENDER,
    siteUrl: SITE_URL,
    picture: "quiet-desk",
  });
