import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { useState } from "react";
import { IconButton } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";

export interface PasswordFieldProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly disabled?: boolean;
}

/** A password that can be shown or hidden. */
export const PasswordField = ({ value, onValue, disabled }: PasswordFieldProps) => {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      label="Password"
      type={isShown ? "text" : "password"}
      autoComplete="current-password"
      required
      disabled={disabled}
      value={value}
      onValue={onValue}
      trailing={
        <IconButton
          label={isShown ? "Hide password" : "Show password"}
          className="btn-sm"
          onClick={() => setShown(!isShown)}
        >
          <Icon aria-hidden="true" size={18} />
        </IconButton>
      }
    />
  );
};
