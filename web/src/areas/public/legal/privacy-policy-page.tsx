import { paths } from "../../../lib/paths.ts";
import { LegalPage } from "./legal-page.tsx";

const PrivacyPolicyPage = () => (
  <LegalPage
    title="Privacy Policy"
    description="What we collect when you give, volunteer or share a story, why, and what you can ask of us."
    path={paths.privacyPolicy()}
    contentKey="privacy_policy"
  />
);

export default PrivacyPolicyPage;
