import { paths } from "../../../lib/paths.ts";
import { ContactDetails } from "./contact-details.tsx";
import { LegalPage } from "./legal-page.tsx";

const PrivacyPolicyPage = () => (
  <LegalPage
    title="Privacy Policy"
    description="What we collect when you give, volunteer or share a story, why, and what you can ask of us."
    path={paths.privacyPolicy()}
    contentKey="privacy_policy"
    renderDefault={(contact) => (
      <>
        <p>
          {contact.organizationName} (“we”) respects the privacy of everyone who gives, volunteers
          or shares a story with us. This policy says what we collect, why, and what you can ask of
          us.
        </p>
        <h2>Information we collect</h2>
        <p>
          When you give, we collect your name, your email address, the amount and whether the gift
          repeats. Card details go directly to our payment provider; we never receive or store them.
          When you apply to volunteer, we collect your name, contact details, availability and
          interests. When you share a story, we collect your name, the role you give and the text
          and picture you send.
        </p>
        <h2>How we use information</h2>
        <p>
          We use it to process gifts and send receipts, to answer applications and organize
          volunteer shifts, to publish stories you submitted after review, and to meet our legal
          duties as a nonprofit, such as keeping donation records.
        </p>
        <h2>How we share information</h2>
        <p>
          We do not sell or rent personal information. We share it only with the services that run
          our payments, hosting and email, each limited to its task, and where the law requires it.
          In public, donors appear with their first name and last initial only, or not at all if
          they choose to stay anonymous.
        </p>
        <h2>Security</h2>
        <p>
          Connections to this site are encrypted, access to records is limited to the people who
          need it, and passwords are stored only in hashed form. No system is perfectly secure; if a
          breach affects you, we will tell you.
        </p>
        <h2>Your rights</h2>
        <p>
          You may ask for a copy of the information we hold about you, have it corrected, or have it
          deleted where the law does not require us to keep it. Write to the address below.
        </p>
        <h2>Cookies and local storage</h2>
        <p>
          This site sets no advertising or tracking cookies. Your browser stores a login session
          only if you log in as a volunteer or administrator.
        </p>
        <h2>Children under 13</h2>
        <p>
          This site is not directed to children under 13, and we do not knowingly collect
          information from them. If you believe a child has sent us information, please tell us and
          we will delete it.
        </p>
        <h2>Changes to this policy</h2>
        <p>When we change this policy, we publish the new text here with its date.</p>
        <h2>Contact</h2>
        <ContactDetails contact={contact} />
      </>
    )}
  />
);

export default PrivacyPolicyPage;
