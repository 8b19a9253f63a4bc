import type { Ref, TextareaHTMLAttributes } from "react";
import { Field, type FieldText } from "./field.tsx";

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
  ...textArea
}: TextAreaFieldProps) => (
  <Field
    label={label}
    description={description}
    error={error}
    className={className}
    required={textArea.required}
    renderControl={(aria) => (
      <textarea
        {...textArea}
        {...aria}
        required={false}
        aria-required={textArea.required || undefined}
        onChange={(event) => onValue(event.target.value)}
        className="textarea field-control w-full"
      />
    )}
  />
);
