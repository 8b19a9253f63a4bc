import { useState, type SubmitEvent } from "react";
import { useNavigate } from "react-router-dom";
import { useLoginAdmin } from "../../../data/sessions/mutations.ts";
import { ApiError, serverMessage } from "../../../lib/api-error.ts";
import { logFailure } from "../../../lib/log.ts";
import { adminChallenge, isRightAnswer } from "../../../lib/math-challenge.ts";
import { paths } from "../../../lib/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { replacesDialogEntry } from "../../../ui/use-back-closes.ts";
import { MathField } from "./math-field.tsx";
import { PasswordField } from "./password-field.tsx";

const REDIRECT_DELAY_MS = 1000;

export interface AdminLoginDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Closed, it forgets what was typed; opened, it has a new sum. */
export const AdminLoginDialog = ({ open, onClose }: AdminLoginDialogProps) => {
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={isBusy}
      size="sm"
      title="Administrator Login"
      description="For the organization’s staff."
    >
      <AdminLoginForm onBusy={setBusy} onClose={onClose} />
    </Dialog>
  );
};

const showFailure = (error: unknown) => {
  logFailure("Administrator login failed", error);
  if (error instanceof ApiError) {
    showToast({
      title: "Login Failed",
      description: serverMessage(error) ?? "Invalid username or password.",
    });
  } else {
    showToast({ title: "Login Error", description: "Unable to log in. Please try again." });
  }
};

const AdminLoginForm = ({
  onBusy,
  onClose,
}: {
  readonly onBusy: (isBusy: boolean) => void;
  readonly onClose: () => void;
}) => {
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [answer, setAnswer] = useState("");
  const [challenge, setChallenge] = useState(() => adminChallenge());
  const login = useLoginAdmin();
  const navigate = useNavigate();
  const isDisabled = login.isPending || login.isSuccess;

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!username.trim() || !password || !answer.trim()) {
      showToast({
        title: "Missing Information",
        description: "Please fill in all fields including the math problem.",
      });
      return;
    }
    if (!isRightAnswer(challenge, answer)) {
      showToast({
        title: "Math Problem Incorrect",
        description: "Please solve the math problem correctly to proceed.",
      });
      setChallenge(adminChallenge());
      setAnswer("");
      return;
    }
    onBusy(true);
    try {
      const user = await login.mutateAsync({ username: username.trim(), password });
      showToast({
        title: "Login Successful!",
        description: `Welcome back, ${user.username}!`,
        variant: "success",
      });
      setTimeout(() => {
        onBusy(false);
        void navigate(paths.dashboard(), { replace: replacesDialogEntry() });
        onClose();
      }, REDIRECT_DELAY_MS);
    } catch (error) {
      onBusy(false);
      showFailure(error);
    }
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        required
        value={username}
        onValue={setUsername}
        disabled={isDisabled}
      />
      <PasswordField value={password} onValue={setPassword} disabled={isDisabled} />
      <MathField challenge={challenge} value={answer} onValue={setAnswer} disabled={isDisabled} />
      <Button type="submit" size="lg" wide busy={isDisabled} className="mt-2">
        Log in
      </Button>
    </form>
  );
};
