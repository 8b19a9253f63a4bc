import { useRequestPasswordRecovery } from "../../../data/password-recovery/mutations.ts";
import { paths } from "../../../lib/paths.ts";
import { RequestLink } from "../mailed-link/request-link.tsx";
import { CardPage } from "../mailed-link/card-page.tsx";

const ForgotCardPage = () => (
  <CardPage
    title="Forgot your password?"
    intro="We send you a link by email. On its page you choose a new password; until then the old one keeps working."
  >
    <RequestLink
      // A login dialog hands over what was typed there by the same name.
      form={{ label: "Forgot password", draft: paths.forgotPassword() }}
      description="The address of your volunteer or administrator account."
      autoComplete="username"
      validity="15 minutes"
      request={useRequestPasswordRecovery()}
      failure="A new password could not be asked for"
    />
  </CardPage>
);

export default ForgotCardPage;
