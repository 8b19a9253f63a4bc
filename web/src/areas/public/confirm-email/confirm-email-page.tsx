import { useLocation } from "react-router-dom";
import { useConfirmEmailChange } from "#data/email-changes/mutations.ts";
import { isUnauthorized } from "#lib/api/api-error.ts";
import { getServerMessage } from "#lib/api/refusals.ts";
import { logError } from "#lib/log.ts";
import { Button } from "#ui/button.tsx";
import { EmailAddress } from "#ui/email-address.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { Outcome } from "#ui/messages/outcome.tsx";
import { useOpenLogin } from "../logins.ts";
import { CardPage } from "../mailed-link/card-page.tsx";

const FAILURE_MESSAGE =
  "We couldn't change your email. Please check your connection and press the button again.";

const LoginButton = () => {
  const openLogin = useOpenLogin();
  return <Button onClick={() => openLogin("volunteer")}>Volunteer login</Button>;
};

const DeadLink = () => (
  <Outcome
    tone="error"
    heading="h2"
    title="This link doesn't work"
    text="Each link works only once and expires after 24 hours, and a newer link replaces it. Log in to see the email address on your account. To change it, ask for a new link under Your details."
  >
    <LoginButton />
  </Outcome>
);

/** Waits for a click, because mail scanners open links but don't click buttons. */
const ConfirmEmail = ({ token }: { readonly token: string }) => {
  const confirm = useConfirmEmailChange();
  if (isUnauthorized(confirm.error)) return <DeadLink />;
  if (confirm.isSuccess) {
    return (
      <Outcome
        tone="success"
        heading="h2"
        title="Your email has been changed"
        text={
          <>
            From now on, log in with <EmailAddress email={confirm.data.email} />. Your password is
            the same.
          </>
        }
      >
        <LoginButton />
      </Outcome>
    );
  }
  const press = () =>
    confirm.mutate(token, {
      onError: (error) => logError("An email could not be changed", error),
    });
  return (
    <div className="flex flex-col gap-5">
      {confirm.isError && (
        <Notice tone="error">{getServerMessage(confirm.error) ?? FAILURE_MESSAGE}</Notice>
      )}
      <Button size="lg" wide busy={confirm.isPending} onClick={press}>
        Confirm my new email
      </Button>
    </div>
  );
};

/** The URL keeps the token, so that a failure or reload doesn't lose it. */
const ConfirmEmailPage = () => {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get("token");
  return (
    <CardPage
      title="Confirm your new email"
      intro="Press the button to use this address for your volunteer account. We'll log you out on all devices. Then log in with the new address."
    >
      {token ? <ConfirmEmail token={token} /> : <DeadLink />}
    </CardPage>
  );
};

export default ConfirmEmailPage;
