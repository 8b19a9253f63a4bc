import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { useState } from "react";
import { IconButton } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";

export interface PasswordFieldProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly disabled?: boolean;
  readonly error?: string;
  readonly description?: string;
  /** A password that exists, or one that is being chosen. */
  readonly autoComplete?: "current-password" | "new-password";
}

/** A password that can be shown or hidden. */
export const PasswordField = ({
  autoComplete = "current-password",
  disabled,
  ...field
}: PasswordFieldProps) => {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...field}
      label="Password"
      type={isShown ? "text" : "password"}
      autoComplete={autoComplete}
      maxLength={200}
      required
      disabled={disabled}
      trailing={
        <IconButton
          label={isShown ? "Hide password" : "Show password"}
          className="btn-sm"
          disabled={disabled}
          onClick={() => setShown(!isShown)}
        >
          <Icon aria-hidden="true" size={18} />
        </IconButton>
      }
    />
  );
};
