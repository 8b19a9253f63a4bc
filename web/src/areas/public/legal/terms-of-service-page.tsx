import { paths } from "../../../lib/paths.ts";
import { ContactDetails } from "./contact-details.tsx";
import { LegalPage } from "./legal-page.tsx";

const TermsOfServicePage = () => (
  <LegalPage
    title="Terms of Service"
    description="The terms on which you use this site, give through it and volunteer with us."
    path={paths.termsOfService()}
    contentKey="terms_policy"
    renderDefault={(contact) => (
      <>
        <h2>Acceptance of these terms</h2>
        <p>
          By using this site you accept these terms. If you do not agree with them, please do not
          use the site.
        </p>
        <h2>Description of the service</h2>
        <p>
          {contact.organizationName} is a 501(c)(3) nonprofit that sends care packages to military
          families, veterans and service members. On this site you can give, apply to volunteer,
          read our news and share your story.
        </p>
        <h2>Donations</h2>
        <p>
          Gifts are voluntary and, once processed, generally not refundable. If you made a mistake,
          write to us within 30 days. A monthly gift continues until you cancel it. Gifts are
          tax-deductible to the extent the law allows; no goods or services are given in return.
        </p>
        <h2>Volunteers</h2>
        <p>
          Volunteers apply through this site and are accepted at our discretion. Volunteers follow
          our safety instructions and treat the information of families and fellow volunteers as
          confidential. Volunteering creates no employment.
        </p>
        <h2>Conduct</h2>
        <p>
          Do not use this site to break the law, to harass others, to send false information, to
          test payment cards, or to interfere with its operation.
        </p>
        <h2>Privacy</h2>
        <p>Our Privacy Policy explains how we handle personal information.</p>
        <h2>Intellectual property</h2>
        <p>
          Texts, pictures and marks on this site belong to us or are used with permission. When you
          submit a story or picture, you keep your rights and allow us to publish it in connection
          with our mission.
        </p>
        <h2>Disclaimers</h2>
        <p>
          The site is provided as it is, without warranties of any kind. To the extent the law
          allows, we are not liable for indirect or consequential damages that arise from its use.
        </p>
        <h2>Indemnification</h2>
        <p>
          You agree to hold us harmless from claims that arise from your misuse of the site or your
          breach of these terms.
        </p>
        <h2>Termination</h2>
        <p>We may suspend or end access to accounts that violate these terms.</p>
        <h2>Changes to these terms</h2>
        <p>
          When we change these terms, we publish the new text here with its date. Using the site
          after that means accepting them.
        </p>
        <h2>Governing law</h2>
        <p>
          These terms are governed by the laws of the State of Texas. Disputes are heard by the
          courts of Tarrant County, Texas.
        </p>
        <h2>Contact</h2>
        <ContactDetails contact={contact} />
      </>
    )}
  />
);

export default TermsOfServicePage;
