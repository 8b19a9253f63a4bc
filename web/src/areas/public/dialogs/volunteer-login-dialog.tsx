import { useRef, useState, type SubmitEvent } from "react";
import { useNavigate } from "react-router-dom";
import { EMAIL_PATTERN } from "#contracts/limits.ts";
import { isCanceledLogin } from "#lib/session/login-turns.ts";
import { useLoginVolunteer } from "#data/sessions/mutations.ts";
import { ApiError } from "#lib/api/api-error.ts";
import { getFieldIssues, getGeneralErrorText, getServerMessage } from "#lib/api/refusals.ts";
import { logError } from "#lib/log.ts";
import { BlockedStorageNotice } from "./blocked-storage-notice.tsx";
import { createVolunteerChallenge } from "./math-challenge.ts";
import { paths } from "#lib/paths.ts";
import { takeReturnPath } from "#lib/session/return-path.ts";
import { SessionProvider } from "#lib/session/session-context.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { WaitingNotice } from "#ui/messages/waiting-notice.tsx";
import { forgetWantedEvent, useWantedEvent } from "../wanted-event.ts";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { showToast } from "#ui/messages/toast.ts";
import { replacesDialogEntry } from "#ui/dialogs/use-close-on-back.ts";
import { ForgotPasswordLink } from "./forgot-password-link.tsx";
import { MathField } from "./math-field.tsx";
import { useLoginForm } from "./use-login-form.ts";

export interface LoginDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Resets each time it opens, with a new math problem. */
export const VolunteerLoginDialog = ({ open, onClose }: LoginDialogProps) => {
  const [isBusy, setBusy] = useState(false);
  const [hasApplied, setHasApplied] = useState(false);
  const close = () => {
    setHasApplied(false);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      locked={isBusy}
      size="sm"
      title="Volunteer Login"
      description={
        // Someone whose application is pending doesn't need to be told to apply.
        !hasApplied &&
        "You must have submitted a volunteer application and had an account created by our team."
      }
    >
      <SessionProvider sessionRole="volunteer">
        <VolunteerLoginForm
          onBusyChange={setBusy}
          onPendingApplication={() => setHasApplied(true)}
          onClose={close}
        />
      </SessionProvider>
    </Dialog>
  );
};

interface VolunteerLoginFormProps {
  readonly onBusyChange: (isBusy: boolean) => void;
  readonly onPendingApplication: () => void;
  readonly onClose: () => void;
}

/** Logs in and goes to the event for which Sign up was pressed, the page that asked for the login, or the dashboard. */
const useVolunteerLogin = ({ onBusyChange, onClose }: VolunteerLoginFormProps) => {
  // While the login waits for its turn, closing the dialog cancels it.
  const login = useLoginVolunteer((isWaiting) => onBusyChange(!isWaiting));
  const navigate = useNavigate();
  const wantedEvent = useWantedEvent();
  const logIn = async (credentials: { readonly email: string; readonly password: string }) => {
    onBusyChange(true);
    try {
      const volunteer = await login.mutateAsync(credentials);
      showSuccess({
        title: "Login Successful!",
        description: `Welcome back, ${volunteer.firstName}!`,
      });
    } finally {
      onBusyChange(false);
    }
    const returnPath = takeReturnPath("volunteer") ?? paths.volunteerDashboard();
    await navigate(wantedEvent ? paths.volunteerShift(wantedEvent.id) : returnPath, {
      replace: replacesDialogEntry(),
    });
    forgetWantedEvent();
    onClose();
  };
  return { logIn, isPending: login.isPending, isWaiting: login.isWaiting };
};

const VolunteerLoginForm = (props: VolunteerLoginFormProps) => {
  const { logIn, isPending, isWaiting } = useVolunteerLogin(props);
  const formRef = useRef<HTMLFormElement>(null);
  const form = useLoginForm(formRef, isPending, createVolunteerChallenge);

  const showError = (error: unknown) => {
    if (error instanceof ApiError && error.body?.code === "application_pending") {
      const description = getServerMessage(error) ?? "";
      props.onPendingApplication();
      form.showRefusal(
        { title: "We have your application", description, isInformational: true },
        {},
      );
      return;
    }
    logError("Volunteer login failed", error);
    const description = getServerMessage(error) ?? getGeneralErrorText(error);
    form.showRefusal({ title: "Login Failed", description }, getFieldIssues(error));
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    form.clearErrors();
    const email = form.values.email.trim();
    if (form.reportMissing(["email", "password"])) {
      showToast({ title: "Missing Information", description: "Please fill in all fields" });
      return;
    }
    if (!EMAIL_PATTERN.test(email)) {
      form.showErrors({ email: "Enter a valid email address." });
      return;
    }
    if (!form.checkAnswer()) {
      showToast({
        title: "Incorrect Math Answer",
        description: "Please solve the math problem correctly to continue.",
      });
      return;
    }
    try {
      await logIn({ email, password: form.values.password });
    } catch (error) {
      if (!isCanceledLogin(error)) showError(error);
    }
  };

  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {form.refusal && (
        <Notice tone={form.refusal.isInformational ? "info" : "error"} title={form.refusal.title}>
          {/* An error notice is already announced to screen readers, but an informational one isn't. */}
          <span role={form.refusal.isInformational ? "status" : undefined}>
            {form.refusal.description}
          </span>
        </Notice>
      )}
      <BlockedStorageNotice />
      <TextField
        {...form.field("email")}
        label="Email"
        type="email"
        autoComplete="username"
        maxLength={254}
        required
      />
      <PasswordField {...form.field("password")} />
      <MathField {...form.field("answer")} challenge={form.challenge} />
      <WaitingNotice isWaiting={isWaiting}>To stop, close this window.</WaitingNotice>
      <Button type="submit" size="lg" wide busy={isPending} className="mt-2">
        Log in
      </Button>
      <ForgotPasswordLink email={form.values.email} onLeave={props.onClose} />
    </form>
  );
};
