import { TextField, type TextFieldProps } from "../ui/fields/field.tsx";
import { emailSuggestion } from "./email-suggestion.ts";

type EmailFieldProps = Omit<TextFieldProps, "type" | "value"> & { readonly value: string };

/** An email field that suggests a correction for a likely typo without rejecting the input. */
export const EmailField = ({ value, className, onValue, ...field }: EmailFieldProps) => {
  const suggestion = emailSuggestion(value);
  return (
    <div className={className}>
      <TextField
        {...field}
        value={value}
        onValue={onValue}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <div aria-live="polite">
        {suggestion && !field.disabled && (
          <button
            type="button"
            className="link mt-1 inline-flex min-h-11 items-center text-left text-sm font-semibold break-all"
            onClick={() => onValue(suggestion)}
          >
            Did you mean {suggestion}?
          </button>
        )}
      </div>
    </div>
  );
};
