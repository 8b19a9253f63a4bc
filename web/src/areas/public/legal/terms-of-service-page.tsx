import { paths } from "../../../lib/paths.ts";
import { LegalPage } from "./legal-page.tsx";

const TermsOfServicePage = () => (
  <LegalPage
    title="Terms of Service"
    description="The terms on which you use this site, give through it and volunteer with us."
    path={paths.termsOfService()}
    contentKey="terms_policy"
  />
);

export default TermsOfServicePage;
