import { useRequestPasswordRecovery } from "#data/password-recovery/mutations.ts";
import { paths } from "#lib/paths.ts";
import { RequestLink } from "../mailed-link/request-link.tsx";
import { CardPage } from "../mailed-link/card-page.tsx";

const ForgotPasswordPage = () => (
  <CardPage
    title="Forgot your password?"
    intro="We'll email you a link to choose a new password. Until you do, your old one keeps working."
  >
    <RequestLink
      // The link in the login dialogs saves the email under this draft name.
      form={{ label: "Forgot password", draft: paths.forgotPassword() }}
      description="The email address for your volunteer or administrator account."
      autoComplete="username"
      validity="15 minutes"
      request={useRequestPasswordRecovery()}
      logMessage="A password reset link could not be requested"
    />
  </CardPage>
);

export default ForgotPasswordPage;
