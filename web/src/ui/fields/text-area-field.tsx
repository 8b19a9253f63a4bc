import type { Ref, TextareaHTMLAttributes } from "react";
import { Field, type FieldText } from "./field.tsx";
import { pasteWhole } from "./paste-whole.ts";

export interface TextAreaFieldProps
  extends FieldText, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange"> {
  readonly onValue: (value: string) => void;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

export const TextAreaField = ({
  label,
  description,
  error,
  className,
  onValue,
  ...textAreaProps
}: TextAreaFieldProps) => (
  <Field
    label={label}
    description={description}
    error={error}
    className={className}
    required={textAreaProps.required}
    renderControl={(aria) => (
      <textarea
        onPaste={pasteWhole}
        {...textAreaProps}
        {...aria}
        required={false}
        aria-required={textAreaProps.required || undefined}
        onChange={(event) => onValue(event.target.value)}
        className="textarea field-control w-full"
      />
    )}
  />
);
