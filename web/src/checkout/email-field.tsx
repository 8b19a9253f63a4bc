import { useRef } from "react";
import { TextField, type TextFieldProps } from "../ui/fields/field.tsx";
import { listDomainCompletions, suggestEmail } from "./email-suggestion.ts";

type EmailFieldProps = Omit<TextFieldProps, "type" | "value"> & { readonly value: string };

/** An email field that completes common addresses, and suggests a correction for a likely typo without rejecting it. */
export const EmailField = ({ value, className, onValue, ...field }: EmailFieldProps) => {
  const inputRef = useRef<HTMLInputElement>(null);
  const suggestion = suggestEmail(value);
  // The pressed button disappears, so move the focus to the field.
  const enterEmail = (email: string) => {
    onValue(email);
    inputRef.current?.focus();
  };
  return (
    <div className={className}>
      <TextField
        {...field}
        ref={inputRef}
        value={value}
        onValue={onValue}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      {!field.disabled && (
        <div className="flex flex-wrap gap-x-4 text-sm">
          {listDomainCompletions(value).map((domain) => (
            <button
              key={domain}
              type="button"
              className="link min-h-11 font-semibold"
              onClick={() => enterEmail(value.trim().replace(/@.*/, `@${domain}`))}
            >
              @{domain}
            </button>
          ))}
        </div>
      )}
      <div aria-live="polite">
        {suggestion && !field.disabled && (
          <button
            type="button"
            className="link mt-1 inline-flex min-h-11 items-center text-left text-sm font-semibold break-all"
            onClick={() => enterEmail(suggestion)}
          >
            Did you mean {suggestion}?
          </button>
        )}
      </div>
    </div>
  );
};
