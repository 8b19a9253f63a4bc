import { useLocation } from "react-router-dom";
import { addFallbacks, useHome } from "#data/home/queries.ts";
import { useActivateVolunteerAccount } from "#data/volunteer-accounts/mutations.ts";
import { isUnauthorized } from "#lib/api/api-error.ts";
import { Button } from "#ui/button.tsx";
import { Outcome } from "#ui/messages/outcome.tsx";
import { useOpenLogin } from "../logins.ts";
import { CardPage } from "../mailed-link/card-page.tsx";
import { NewPasswordForm } from "../password/new-password-form.tsx";

const WORDING = {
  form: "Set up your account",
  field: "Password",
  button: "Set up my account",
  failureMessage: "We couldn't set up your account. Please try again.",
  hint: "At least 6 characters; 8 or more is better.",
} as const;

const LoginButton = () => {
  const openLogin = useOpenLogin();
  return <Button onClick={() => openLogin("volunteer")}>Volunteer login</Button>;
};

const DeadLink = () => {
  const { email } = addFallbacks(useHome().data?.contactInfo);
  return (
    <Outcome
      tone="error"
      heading="h2"
      title="This link doesn't work"
      text={
        <>
          Each link works only once and expires after 7 days. If you've already set up your account,
          just log in. If not, write to{" "}
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>{" "}
          and we'll send you a new one.
        </>
      }
    >
      <LoginButton />
    </Outcome>
  );
};

/** The URL keeps the token until the account is set up, so that a failure or reload doesn't lose it. */
const Activation = () => {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get("token");
  const activate = useActivateVolunteerAccount();

  if (!token || isUnauthorized(activate.error)) return <DeadLink />;
  if (activate.isSuccess) {
    return (
      <Outcome
        tone="success"
        heading="h2"
        title="Your account is ready"
        text="Welcome aboard. Log in with your email and this password, and pick your first shift."
      >
        <LoginButton />
      </Outcome>
    );
  }
  return (
    <>
      <p className="mb-5">
        Choose your password. You can keep the one from your application or pick a new one.
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
    intro="Once your application is approved, you can set up your volunteer account here."
  >
    <Activation />
  </CardPage>
);

export default ActivationPage;
