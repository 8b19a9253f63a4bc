import { useLocation } from "react-router-dom";
import { useAcceptInvitation, useInvitation } from "#data/admin-invitations/mutations.ts";
import { isUnauthorized } from "#lib/api/api-error.ts";
import { paths } from "#lib/paths.ts";
import { saveReturnPath } from "#lib/session/return-path.ts";
import { Button } from "#ui/button.tsx";
import { Outcome } from "#ui/messages/outcome.tsx";
import { ErrorState, Loading, Skeleton } from "#ui/states.tsx";
import { useOpenLogin } from "../logins.ts";
import { CardPage } from "../mailed-link/card-page.tsx";
import { JoinForm } from "./join-form.tsx";

const LoginButton = () => {
  const openLogin = useOpenLogin();
  const logIn = () => {
    // After the login, the page where administrators set up two-step login opens.
    saveReturnPath("admin", paths.dashboard("settings"));
    openLogin("admin");
  };
  return <Button onClick={logIn}>Log in to the dashboard</Button>;
};

const InvalidInvitation = () => (
  <Outcome
    tone="error"
    heading="h2"
    title="This invitation doesn't work"
    text="Each invitation works only once and expires after 7 days, and an owner can revoke it. If you've already joined, just log in. If not, ask the person who invited you for a new one."
  >
    <LoginButton />
  </Outcome>
);

/** The URL keeps the token until the person has joined, so that a failure or reload doesn't lose it. */
const Invitation = ({ token }: { readonly token: string }) => {
  const invitation = useInvitation(token);
  const accept = useAcceptInvitation();
  if (accept.isSuccess) {
    return (
      <Outcome
        tone="success"
        heading="h2"
        title="You've joined the team"
        text="Log in with your username and password. Then set up two-step login, so that a stolen password isn't enough to get in."
      >
        <LoginButton />
      </Outcome>
    );
  }
  if (isUnauthorized(invitation.error) || isUnauthorized(accept.error))
    return <InvalidInvitation />;
  if (invitation.isPending) {
    return (
      <Loading label="Loading the invitation" className="grid gap-3">
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
      </Loading>
    );
  }
  if (invitation.isError) {
    return (
      <ErrorState
        title="We couldn't load the invitation"
        onRetry={() => void invitation.refetch()}
        isRetrying={invitation.isFetching}
      />
    );
  }
  return (
    <JoinForm
      {...invitation.data}
      isBusy={accept.isPending}
      failure={accept.error}
      onSubmit={(login) => accept.mutateAsync({ token, ...login })}
    />
  );
};

const JoinPage = () => {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get("token");
  return (
    <CardPage
      title="Join the team"
      intro="If an owner of this site has invited you, you can choose your login here."
    >
      {token ? <Invitation token={token} /> : <InvalidInvitation />}
    </CardPage>
  );
};

export default JoinPage;
