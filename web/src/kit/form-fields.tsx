import { createContext, use, useId, useState, type ReactNode } from "react";
import { useController } from "react-hook-form";
import { CheckField } from "../ui/check-field.tsx";
import { TextField } from "../ui/field.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { TextAreaField } from "../ui/text-area-field.tsx";
import { factsKey, type FieldFacts } from "./schema-facts.ts";

/** Constraints of the form's fields by name. */
export const FormFacts = createContext<Readonly<Record<string, FieldFacts>>>({});

export interface FormFieldProps {
  /** Name in the contract. */
  readonly name: string;
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly placeholder?: string;
  readonly className?: string;
}

/** Connects a field to the surrounding form and its constraints. */
export const useFormField = (name: string) => {
  const { field, fieldState, formState } = useController({ name });
  const facts = use(FormFacts)[factsKey(name)];
  return {
    setValue: (value: unknown) =>
      field.onChange(value === "" && !facts?.isRequired ? facts?.empty : value),
    aria: {
      name,
      ref: field.ref,
      onBlur: field.onBlur,
      error: fieldState.error?.message,
      required: facts?.isRequired ?? false,
      disabled: formState.isSubmitting,
    },
    maxLength: facts?.maxLength,
    value: field.value as unknown,
  };
};

const asText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

export interface FormTextProps extends FormFieldProps {
  readonly type?: "text" | "email" | "tel" | "url" | "date" | "time";
  readonly autoComplete?: string;
  /** The earliest date allowed. */
  readonly min?: string | undefined;
  /** Suggestions as `value: label`. Other values may be typed. */
  readonly suggestions?: Readonly<Record<string, string>>;
  /** Called when a person types, but not when a draft is restored. */
  readonly onTyped?: () => void;
}

export const FormText = ({ onTyped, suggestions, ...props }: FormTextProps) => {
  const { aria, maxLength, setValue, value } = useFormField(props.name);
  const listId = useId();
  return (
    <>
      <TextField
        autoComplete="off"
        {...props}
        {...aria}
        list={suggestions && listId}
        maxLength={maxLength}
        value={asText(value)}
        onValue={(typed) => {
          setValue(typed);
          onTyped?.();
        }}
      />
      {suggestions && (
        <datalist id={listId}>
          {Object.entries(suggestions).map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
};

export interface FormPasswordProps extends FormFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly autoComplete: "current-password" | "new-password";
}

export const FormPassword = (props: FormPasswordProps) => {
  const { aria, setValue, value } = useFormField(props.name);
  return <PasswordField {...props} {...aria} value={asText(value)} onValue={setValue} />;
};

/** Accepts `75` and `75.50`, but not `1e3` or `0x10`. */
const DECIMAL = /^\s*-?\d+(\.\d*)?\s*$/;

const readNumber = (typed: string): string | number =>
  DECIMAL.test(typed) ? Number(typed) : typed;

/** Keeps the text as typed. Text that isn't a number stays a string, for the contract to reject. */
export const FormNumber = (props: FormFieldProps) => {
  const { aria, setValue, value } = useFormField(props.name);
  // Keeps the trailing period of `75.` while `75.50` is being typed.
  const [typed, setTyped] = useState("");
  return (
    <TextField
      {...props}
      {...aria}
      inputMode="decimal"
      autoComplete="off"
      value={readNumber(typed) === value ? typed : asText(value)}
      onValue={(next) => {
        setTyped(next);
        setValue(readNumber(next));
      }}
    />
  );
};

export const FormArea = ({ rows = 3, ...props }: FormFieldProps & { readonly rows?: number }) => {
  const { aria, maxLength, setValue, value } = useFormField(props.name);
  return (
    <TextAreaField
      {...props}
      {...aria}
      rows={rows}
      maxLength={maxLength}
      value={asText(value)}
      onValue={setValue}
    />
  );
};

export interface FormSelectProps extends FormFieldProps {
  /** Options, or `value: label`. */
  readonly options: readonly string[] | Readonly<Record<string, string>>;
  /** Set if the form is stricter than the contract. */
  readonly required?: boolean;
}

const isList = (options: FormSelectProps["options"]): options is readonly string[] =>
  Array.isArray(options);

const entriesOf = (options: FormSelectProps["options"]): [string, string][] =>
  isList(options) ? options.map((option) => [option, option]) : Object.entries(options);

export const FormSelect = ({
  options,
  placeholder = "Please choose",
  required = false,
  ...props
}: FormSelectProps) => {
  const { aria, setValue, value } = useFormField(props.name);
  return (
    <SelectField
      {...props}
      {...aria}
      required={required || aria.required}
      value={asText(value)}
      onValue={setValue}
    >
      <option value="">{placeholder}</option>
      {entriesOf(options).map(([option, label]) => (
        <option key={option} value={option}>
          {label}
        </option>
      ))}
    </SelectField>
  );
};

export const FormCheck = ({ label, description, className, name }: FormFieldProps) => {
  const { aria, setValue, value } = useFormField(name);
  const { ref, onBlur, disabled } = aria;
  return (
    <CheckField
      label={label}
      description={description}
      className={className}
      name={name}
      ref={ref}
      onBlur={onBlur}
      disabled={disabled}
      checked={value === true}
      onValue={setValue}
    />
  );
};
