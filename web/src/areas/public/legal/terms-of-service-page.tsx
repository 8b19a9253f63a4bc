import { paths } from "#lib/paths.ts";
import { LegalPage } from "./legal-page.tsx";

const TermsOfServicePage = () => (
  <LegalPage
    title="Terms of Service"
    description="The terms for using this site, giving through it and volunteering with us."
    path={paths.termsOfService()}
    contentKey="terms_policy"
  />
);

export default TermsOfServicePage;
