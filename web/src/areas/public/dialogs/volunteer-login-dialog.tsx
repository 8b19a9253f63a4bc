import { useState, type SubmitEvent } from "react";
import { useNavigate } from "react-router-dom";
import { useLoginVolunteer } from "../../../data/sessions/mutations.ts";
import { serverMessage } from "../../../lib/api-error.ts";
import { logFailure } from "../../../lib/log.ts";
import { isRightAnswer, volunteerChallenge } from "../../../lib/math-challenge.ts";
import { paths } from "../../../lib/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { replacesDialogEntry } from "../../../ui/use-back-closes.ts";
import { MathField } from "./math-field.tsx";
import { PasswordField } from "./password-field.tsx";

export interface LoginDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The form begins anew each time the dialog opens: empty, with a new sum. */
export const VolunteerLoginDialog = ({ open, onClose }: LoginDialogProps) => {
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={isBusy}
      size="sm"
      title="Volunteer Login"
      description="You must have submitted a volunteer application and had an account created by our team."
    >
      <VolunteerLoginForm onBusy={setBusy} onClose={onClose} />
    </Dialog>
  );
};

const VolunteerLoginForm = ({
  onBusy,
  onClose,
}: {
  readonly onBusy: (isBusy: boolean) => void;
  readonly onClose: () => void;
}) => {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [answer, setAnswer] = useState("");
  const [challenge, setChallenge] = useState(() => volunteerChallenge());
  const login = useLoginVolunteer();
  const navigate = useNavigate();

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!email.trim() || !password) {
      showToast({ title: "Missing Information", description: "Please fill in all fields" });
      return;
    }
    if (!isRightAnswer(challenge, answer)) {
      showToast({
        title: "Incorrect Math Answer",
        description: "Please solve the math problem correctly to continue.",
      });
      setChallenge(volunteerChallenge());
      setAnswer("");
      return;
    }
    onBusy(true);
    try {
      const volunteer = await login.mutateAsync({ email: email.trim(), password });
      showToast({
        title: "Login Successful!",
        description: `Welcome back, ${volunteer.firstName}!`,
        variant: "success",
      });
      onBusy(false);
      await navigate(paths.volunteerDashboard(), { replace: replacesDialogEntry() });
      onClose();
    } catch (error) {
      onBusy(false);
      logFailure("Volunteer login failed", error);
      showToast({
        title: "Login Failed",
        description: serverMessage(error) ?? "Invalid email or password",
      });
    }
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        value={email}
        onValue={setEmail}
        disabled={login.isPending}
      />
      <PasswordField value={password} onValue={setPassword} disabled={login.isPending} />
      <MathField
        challenge={challenge}
        value={answer}
        onValue={setAnswer}
        disabled={login.isPending}
      />
      <Button type="submit" size="lg" wide busy={login.isPending} className="mt-2">
        Log in
      </Button>
    </form>
  );
};
