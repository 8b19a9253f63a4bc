import { createContext, use, useId, type ReactNode } from "react";
import { useController, type FieldPath, type FieldValues } from "react-hook-form";
import { CheckField } from "#ui/fields/check-field.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextAreaField } from "#ui/fields/text-area-field.tsx";
import { toConstraintsKey, type FieldConstraints } from "./schema-constraints.ts";

/** The constraints of the form's fields, by field name. */
export const FieldConstraintsContext = createContext<Readonly<Record<string, FieldConstraints>>>(
  {},
);

/**
 * The name of a field in the contract. `Values` is the input type of the form's schema, as in `<FormText<LocationInput>
 * name="city" />`. It can't be inferred and defaults to `never`, so a field without it doesn't accept any name.
 */
export type FieldName<Values extends FieldValues> = NoInfer<FieldPath<Values>>;

export interface FormFieldProps<Values extends FieldValues> {
  readonly name: FieldName<Values>;
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly placeholder?: string;
  readonly className?: string;
}

/** Connects a field to the form around it and to its constraints. */
export const useFormField = <Values extends FieldValues>(name: FieldName<Values>) => {
  const { field, fieldState, formState } = useController<Values>({ name });
  const constraints = use(FieldConstraintsContext)[toConstraintsKey(name)];
  return {
    setValue: (value: unknown) =>
      field.onChange(value === "" && !constraints?.isRequired ? constraints?.emptyValue : value),
    controlProps: {
      name,
      ref: field.ref,
      onBlur: field.onBlur,
      error: fieldState.error?.message,
      required: constraints?.isRequired ?? false,
      disabled: formState.isSubmitting,
    },
    maxLength: constraints?.maxLength,
    value: field.value as unknown,
  };
};

export const toText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

export interface FormTextProps<Values extends FieldValues> extends FormFieldProps<Values> {
  readonly type?: "text" | "email" | "tel" | "url" | "date" | "time";
  readonly autoComplete?: string;
  /** The earliest date allowed. */
  readonly min?: string | undefined;
  /** Set this if the form requires the field although the contract doesn't. */
  readonly required?: boolean;
  /** Suggestions as `value: label`. Users may also enter something else. */
  readonly suggestions?: Readonly<Record<string, string>>;
  /** Returns the text as it's stored, once the user leaves the field. */
  readonly tidy?: (text: string) => string;
  /** Called when the user types, but not when a draft is restored. */
  readonly onUserInput?: (() => void) | undefined;
}

export const FormText = <Values extends FieldValues = never>({
  onUserInput,
  suggestions,
  tidy,
  required = false,
  ...props
}: FormTextProps<Values>) => {
  const { controlProps, maxLength, setValue, value } = useFormField(props.name);
  const listId = useId();
  return (
    <>
      <TextField
        autoComplete="off"
        {...props}
        {...controlProps}
        required={required || controlProps.required}
        onBlur={() => {
          const text = toText(value);
          if (tidy && tidy(text) !== text) setValue(tidy(text));
          controlProps.onBlur();
        }}
        list={suggestions && listId}
        maxLength={maxLength}
        value={toText(value)}
        onValue={(input) => {
          setValue(input);
          onUserInput?.();
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

export interface FormPasswordProps<Values extends FieldValues> extends FormFieldProps<Values> {
  readonly label: string;
  readonly description?: string;
  readonly autoComplete: "current-password" | "new-password";
}

export const FormPassword = <Values extends FieldValues = never>(
  props: FormPasswordProps<Values>,
) => {
  const { controlProps, setValue, value } = useFormField(props.name);
  return <PasswordField {...props} {...controlProps} value={toText(value)} onValue={setValue} />;
};

export interface FormAreaProps<Values extends FieldValues> extends FormFieldProps<Values> {
  readonly rows?: number;
}

export const FormArea = <Values extends FieldValues = never>({
  rows = 3,
  ...props
}: FormAreaProps<Values>) => {
  const { controlProps, maxLength, setValue, value } = useFormField(props.name);
  return (
    <TextAreaField
      {...props}
      {...controlProps}
      rows={rows}
      maxLength={maxLength}
      value={toText(value)}
      onValue={setValue}
    />
  );
};

/** Either a list of options or an object of `value: label`. */
type SelectOptions = readonly string[] | Readonly<Record<string, string>>;

export interface FormSelectProps<Values extends FieldValues> extends FormFieldProps<Values> {
  readonly options: SelectOptions;
  /** Set this if the form requires the field although the contract doesn't. */
  readonly required?: boolean;
}

const isList = (options: SelectOptions): options is readonly string[] => Array.isArray(options);

const toEntries = (options: SelectOptions): [string, string][] =>
  isList(options) ? options.map((option) => [option, option]) : Object.entries(options);

export const FormSelect = <Values extends FieldValues = never>({
  options,
  placeholder = "Please choose",
  required = false,
  ...props
}: FormSelectProps<Values>) => {
  const { controlProps, setValue, value } = useFormField(props.name);
  return (
    <SelectField
      {...props}
      {...controlProps}
      required={required || controlProps.required}
      value={toText(value)}
      onValue={setValue}
    >
      <option value="">{placeholder}</option>
      {toEntries(options).map(([option, label]) => (
        <option key={option} value={option}>
          {label}
        </option>
      ))}
    </SelectField>
  );
};

export const FormCheck = <Values extends FieldValues = never>({
  label,
  description,
  className,
  name,
}: FormFieldProps<Values>) => {
  const { controlProps, setValue, value } = useFormField(name);
  const { ref, onBlur, disabled } = controlProps;
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
