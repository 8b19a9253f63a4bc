import { paths } from "#lib/paths.ts";
import { LegalPage } from "./legal-page.tsx";

const PrivacyPolicyPage = () => (
  <LegalPage
    title="Privacy Policy"
    description="What we collect when you give, volunteer or share a story, why we collect it, and what you can ask us to do."
    path={paths.privacyPolicy()}
    contentKey="privacy_policy"
  />
);

export default PrivacyPolicyPage;
