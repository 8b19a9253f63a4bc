import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { useState, type Ref } from "react";
import { IconButton } from "../button.tsx";
import { TextField } from "./field.tsx";

export interface PasswordFieldProps {
  readonly label?: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly disabled?: boolean;
  readonly error?: string | undefined;
  readonly description?: string | undefined;
  readonly autoComplete?: "current-password" | "new-password";
  readonly ref?: Ref<HTMLInputElement>;
  readonly name?: string;
  readonly onBlur?: () => void;
  readonly className?: string | undefined;
}

export const PasswordField = ({
  label = "Password",
  autoComplete = "current-password",
  disabled,
  ...field
}: PasswordFieldProps) => {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...field}
      label={label}
      type={isShown ? "text" : "password"}
      autoComplete={autoComplete}
      maxLength={200}
      required
      disabled={disabled}
      trailing={
        <IconButton
          label={`${isShown ? "Hide" : "Show"} ${label.toLowerCase()}`}
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
