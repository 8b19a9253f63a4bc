import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { type PasswordReset, useResetPassword } from "#data/sessions/mutations.ts";
import { paths } from "#lib/paths.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Outcome } from "#ui/messages/outcome.tsx";
import { useOpenLogin } from "../logins.ts";
import { SecondFactorStep } from "../second-factor/second-factor-step.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { CardPage } from "../mailed-link/card-page.tsx";

const DeadLink = () => (
  <Outcome
    tone="error"
    heading="h2"
    title="This link no longer works"
    text="Each link works only once and expires after 15 minutes. Your password hasn't been changed. Please request a new link."
  >
    <LinkButton to={paths.forgotPassword()} replace>
      Get a new link
    </LinkButton>
  </Outcome>
);

const PasswordChanged = ({ role }: Extract<PasswordReset, { readonly state: "done" }>) => {
  const openLogin = useOpenLogin();
  return (
    <Outcome
      tone="success"
      heading="h2"
      title="Your password has been changed"
      text="You've been logged out on all devices."
    >
      <Button onClick={() => openLogin(role)}>
        {role === "admin" ? "Administrator login" : "Volunteer login"}
      </Button>
    </Outcome>
  );
};

const ResetForm = ({ tokenHash }: { readonly tokenHash: string }) => {
  const reset = useResetPassword(tokenHash);
  const [password, setPassword] = useState("");
  const [factorId, setFactorId] = useState<string | null>(null);

  const send = async (newPassword: string) => {
    setPassword(newPassword);
    try {
      const result = await reset.mutateAsync(newPassword);
      setFactorId(result.state === "unconfirmed" ? result.factorId : null);
    } catch (error) {
      setFactorId(null);
      throw error;
    }
  };

  if (tokenHash === "" || reset.data?.state === "dead-link") return <DeadLink />;
  if (reset.data?.state === "done") return <PasswordChanged {...reset.data} />;
  if (factorId !== null) {
    return (
      <>
        <h2 className="font-display text-title mb-1 font-semibold">One more step</h2>
        <p className="quiet mb-4 text-sm">
          Your account uses two-step login, so we also need a code.
        </p>
        <SecondFactorStep factorId={factorId} onConfirmed={() => send(password)} />
      </>
    );
  }
  return <NewPasswordForm isBusy={reset.isPending} failure={reset.error} onSubmit={send} />;
};

const ResetPasswordPage = () => {
  const [searchParams] = useSearchParams();
  return (
    <CardPage title="Choose a new password" intro="You'll be logged out everywhere else.">
      <ResetForm tokenHash={searchParams.get("token_hash") ?? ""} />
    </CardPage>
  );
};

export default ResetPasswordPage;
