import { useLocation } from "react-router-dom";
import { withFallbacks } from "../../../data/home/organization.ts";
import { useHome } from "../../../data/home/queries.ts";
import { useActivateVolunteerAccount } from "../../../data/volunteer-accounts/mutations.ts";
import { isUnauthorized } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Outcome } from "../../../ui/outcome.tsx";
import { useOpenLogin } from "../logins.ts";
import { CardPage } from "../mailed-link/card-page.tsx";
import { NewPasswordForm } from "../password/new-password-form.tsx";

const WORDING = {
  form: "Open your account",
  field: "Password",
  button: "Open my account",
  failed: "Your account could not be opened. Please try again.",
  hint: "6 characters or more, better 8.",
} as const;

const LoginButton = () => {
  const openLogin = useOpenLogin();
  return <Button onClick={() => openLogin("volunteer")}>Volunteer login</Button>;
};

const DeadLink = () => {
  const { email } = withFallbacks(useHome().data?.contactInfo);
  return (
    <Outcome
      tone="error"
      heading="h2"
      title="This link does not work"
      text={
        <>
          A link works once and for 7 days. If you have opened your account already, just log in.
          Otherwise write to{" "}
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>{" "}
          and we send you a new one.
        </>
      }
    >
      <LoginButton />
    </Outcome>
  );
};

/** The address keeps the token until the account is open, so that a failure or a reload loses nothing. */
const Activation = () => {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get("token");
  const activate = useActivateVolunteerAccount();

  if (!token || isUnauthorized(activate.error)) return <DeadLink />;
  if (activate.isSuccess) {
    return (
      <Outcome
        tone="success"
        heading="h2"
        title="Your account is open"
        text="Welcome aboard. Log in with your email and this password, and pick your first shift."
      >
        <LoginButton />
      </Outcome>
    );
  }
  return (
    <>
      <p className="mb-5">
        Choose the password that you log in with from now on: that of your application or another
        one.
      </p>
      <NewPasswordForm
        wording={WORDING}
        isBusy={activate.isPending}
        failure={activate.error}
        onSubmit={(password) => activate.mutateAsync({ token, password })}
      />
    </>
  );
};

const ActivationPage = () => (
  <CardPage
    title="Welcome to the team"
    intro="Once your application is approved, your volunteer account opens here."
  >
    <Activation />
  </CardPage>
);

export default ActivationPage;
