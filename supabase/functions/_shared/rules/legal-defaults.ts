import { escapeHtml } from "./escape-html.ts";

/** The organization that legal content names. Placeholders are shown until its details are entered (LEGAL-09). */
export interface LegalContact {
  readonly organizationName: string;
  readonly taxId: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
}

const formatContactDetails = (contact: LegalContact): string => {
  const [name, address, email, phone, taxId] = [
    contact.organizationName,
    contact.address,
    contact.email,
    contact.phone,
    contact.taxId,
  ].map(escapeHtml);
  return `<address>${name}<br>${address?.replaceAll(/\r?\n/g, "<br>")}<br>Email: <a href="mailto:${email}">${email}</a><br>Phone: ${phone}<br>Tax ID (EIN): ${taxId}</address>`;
};

const createPrivacyPolicy = (
  contact: LegalContact,
): string => `<p>${escapeHtml(contact.organizationName)} (“we”) respects the privacy of everyone who gives, volunteers or shares a story with us. This policy explains what we collect, why we collect it, and what you can ask us to do.</p>
<h2>Information we collect</h2>
<p>When you give, we collect your name, your email address, the amount and whether it is a monthly gift. Card details go directly to our payment provider; we never receive or store them. When you apply to volunteer, we collect your name, contact details, availability and interests. When you share a story, we collect your name, the role you give and the text and picture you send.</p>
<h2>How we use information</h2>
<p>We use it to process gifts and send receipts, to respond to applications and organize volunteer shifts, to review and publish the stories you submit, and to meet our legal duties as a nonprofit, such as keeping donation records.</p>
<h2>How we share information</h2>
<p>We do not sell or rent personal information. We share it only with the services that run our payments, hosting and email, each limited to its task, and where the law requires it. On public pages, donors appear with their first name and last initial only, or not at all if they choose to stay anonymous.</p>
<h2>Security</h2>
<p>Connections to this site are encrypted, access to records is limited to the people who need it, and passwords are stored only in hashed form. No system is perfectly secure; if a breach affects you, we will tell you.</p>
<h2>Your rights</h2>
<p>You may ask for a copy of the information we hold about you, have it corrected, or have it deleted where the law does not require us to keep it. Write to the address below.</p>
<h2>Cookies and local storage</h2>
<p>This site sets no advertising or tracking cookies. Your browser stores a login session only if you log in as a volunteer or administrator.</p>
<h2>Children under 13</h2>
<p>This site is not directed to children under 13, and we do not knowingly collect information from them. If you believe a child has sent us information, please tell us and we will delete it.</p>
<h2>Changes to this policy</h2>
<p>When we change this policy, we publish the new version here with its date.</p>
<h2>Contact</h2>
${formatContactDetails(contact)}`;

const createTermsOfService = (contact: LegalContact): string => `<h2>Acceptance of these terms</h2>
<p>By using this site you accept these terms. If you do not agree with them, please do not use the site.</p>
<h2>Description of the service</h2>
<p>${escapeHtml(contact.organizationName)} is a 501(c)(3) nonprofit that sends care packages to military families, veterans and service members. On this site you can give, apply to volunteer, read our news and share your story.</p>
<h2>Donations</h2>
<p>Gifts are voluntary and, once processed, generally not refundable. If you made a mistake, write to us within 30 days. A monthly gift continues until you cancel it. Gifts are tax-deductible to the extent the law allows; no goods or services are given in return.</p>
<h2>Volunteers</h2>
<p>Volunteers apply through this site and are accepted at our discretion. Volunteers follow our safety instructions and keep information about families and fellow volunteers confidential. Volunteering does not create an employment relationship.</p>
<h2>Conduct</h2>
<p>Do not use this site to break the law, to harass others, to send false information, to test payment cards, or to interfere with its operation.</p>
<h2>Privacy</h2>
<p>Our Privacy Policy explains how we handle personal information.</p>
<h2>Intellectual property</h2>
<p>Text, pictures and trademarks on this site belong to us or are used with permission. When you submit a story or picture, you keep your rights and allow us to publish it in connection with our mission.</p>
<h2>Disclaimers</h2>
<p>The site is provided “as is,” without warranties of any kind. To the extent the law allows, we are not liable for indirect or consequential damages that arise from its use.</p>
<h2>Indemnification</h2>
<p>You agree to hold us harmless from claims that arise from your misuse of the site or your breach of these terms.</p>
<h2>Termination</h2>
<p>We may suspend or end access to accounts that violate these terms.</p>
<h2>Changes to these terms</h2>
<p>When we change these terms, we publish the new version here with its date. By using the site after that, you accept them.</p>
<h2>Governing law</h2>
<p>These terms are governed by the laws of the State of Texas. Disputes are heard in the courts of Tarrant County, Texas.</p>
<h2>Contact</h2>
${formatContactDetails(contact)}`;

/** The default text, which is shown until an administrator saves a version. */
export const LEGAL_DEFAULTS: Readonly<
  Record<"privacy_policy" | "terms_policy", (contact: LegalContact) => string>
> = { privacy_policy: createPrivacyPolicy, terms_policy: createTermsOfService };
