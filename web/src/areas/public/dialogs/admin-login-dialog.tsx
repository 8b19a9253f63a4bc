import { Suspense, useRef, useState, type SubmitEvent } from "react";
import { useNavigate } from "react-router-dom";
import { isCanceledLogin } from "#lib/session/login-turns.ts";
import { type AdminLogin, useCompleteAdminLogin, useLoginAdmin } from "#data/sessions/mutations.ts";

import { getFieldIssues, getGeneralErrorText, getServerMessage } from "#lib/api/refusals.ts";
import { lazyComponent } from "#lib/code/lazy-component.ts";
import { logError } from "#lib/log.ts";
import { BlockedStorageNotice } from "./blocked-storage-notice.tsx";
import { createAdminChallenge } from "./math-challenge.ts";
import { paths } from "#lib/paths.ts";
import { takeReturnPath } from "#lib/session/return-path.ts";
import { SessionProvider } from "#lib/session/session-context.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { WaitingNotice } from "#ui/messages/waiting-notice.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { Spinner } from "#ui/states.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { showToast } from "#ui/messages/toast.ts";
import { replacesDialogEntry } from "#ui/dialogs/use-close-on-back.ts";
import { ForgotPasswordLink } from "./forgot-password-link.tsx";
import { MathField } from "./math-field.tsx";
import { useLoginForm, type LoginRefusal } from "./use-login-form.ts";

const SecondFactorStep = lazyComponent(async () => ({
  default: (await import("../second-factor/second-factor-step.tsx")).SecondFactorStep,
}));

const REDIRECT_DELAY_MS = 1000;

export interface AdminLoginDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Clears the input when closed and shows a new math problem when opened. */
export const AdminLoginDialog = ({ open, onClose }: AdminLoginDialogProps) => {
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={isBusy}
      size="sm"
      title="Administrator Login"
      description="For the organization's staff."
    >
      <SessionProvider sessionRole="admin">
        <AdminLoginSteps onBusyChange={setBusy} onClose={onClose} />
      </SessionProvider>
    </Dialog>
  );
};

interface StepsProps {
  readonly onBusyChange: (isBusy: boolean) => void;
  readonly onClose: () => void;
}

/** Asks for the password, then the second factor if there is one, then opens the dashboard. */
const AdminLoginSteps = ({ onBusyChange, onClose }: StepsProps) => {
  const completeLogin = useCompleteAdminLogin();
  const [login, setLogin] = useState<AdminLogin | null>(null);
  const navigate = useNavigate();

  const openDashboard = ({ user }: AdminLogin) => {
    showSuccess({
      title: "Login Successful!",
      description: `Welcome back, ${user.username}!`,
    });
    setTimeout(() => {
      onBusyChange(false);
      void navigate(takeReturnPath("admin") ?? paths.dashboard(), {
        replace: replacesDialogEntry(),
      });
      onClose();
    }, REDIRECT_DELAY_MS);
  };

  if (login?.secondFactor) {
    return (
      <Suspense fallback={<Spinner label="Loading the next step" />}>
        <SecondFactorStep
          factorId={login.secondFactor.factorId}
          onBusyChange={onBusyChange}
          onConfirmed={async () => {
            await completeLogin.mutateAsync(login);
            openDashboard(login);
          }}
        />
      </Suspense>
    );
  }
  return (
    <AdminLoginForm
      onBusyChange={onBusyChange}
      onClose={onClose}
      onLogin={(newLogin) => {
        if (newLogin.secondFactor === null) {
          openDashboard(newLogin);
          return;
        }
        onBusyChange(false);
        setLogin(newLogin);
      }}
    />
  );
};

const LOGIN_ERROR = {
  title: "Login Error",
  description: "Unable to log in. Please try again.",
};

/** Returns the message required by ALOGIN-11, or the cause of ALOGIN-12's toast. */
const toRefusal = (error: unknown): LoginRefusal => {
  const serverText = getServerMessage(error);
  if (serverText !== undefined) return { title: "Login Failed", description: serverText };
  showToast(LOGIN_ERROR);
  return { description: getGeneralErrorText(error) };
};

const AdminLoginForm = ({
  onBusyChange,
  onClose,
  onLogin,
}: StepsProps & { readonly onLogin: (login: AdminLogin) => void }) => {
  // While the login waits for its turn, closing the dialog cancels it.
  const login = useLoginAdmin((isWaiting) => onBusyChange(!isWaiting));
  const isDisabled = login.isPending || login.isSuccess;
  const formRef = useRef<HTMLFormElement>(null);
  const form = useLoginForm(formRef, isDisabled, createAdminChallenge);

  const showError = (error: unknown) => {
    logError("Administrator login failed", error);
    form.showRefusal(toRefusal(error), getFieldIssues(error));
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    form.clearErrors();
    if (form.reportMissing(["username", "password", "answer"])) {
      showToast({
        title: "Missing Information",
        description: "Please fill in all fields including the math problem.",
      });
      return;
    }
    if (!form.checkAnswer()) {
      showToast({
        title: "Math Problem Incorrect",
        description: "Please solve the math problem correctly to proceed.",
      });
      return;
    }
    onBusyChange(true);
    try {
      const newLogin = await login.mutateAsync({
        username: form.values.username.trim(),
        password: form.values.password,
      });
      onLogin(newLogin);
    } catch (error) {
      onBusyChange(false);
      if (isCanceledLogin(error)) return;
      showError(error);
    }
  };

  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {form.refusal && (
        <Notice tone="error" title={form.refusal.title}>
          {form.refusal.description}
        </Notice>
      )}
      <BlockedStorageNotice />
      <TextField
        {...form.field("username")}
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        required
      />
      <PasswordField {...form.field("password")} />
      <MathField {...form.field("answer")} challenge={form.challenge} />
      <WaitingNotice isWaiting={login.isWaiting}>To stop, close this window.</WaitingNotice>
      <Button type="submit" size="lg" wide busy={isDisabled} className="mt-2">
        Log in
      </Button>
      <ForgotPasswordLink onLeave={onClose} />
    </form>
  );
};
