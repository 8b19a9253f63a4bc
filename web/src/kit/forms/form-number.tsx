import { useState, type ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { money, number } from "#lib/format.ts";
import { TextField } from "#ui/fields/field.tsx";
import { toText, useFormField, type FormFieldProps } from "./form-fields.tsx";

/** Accepts `75`, `75.50` and `1,250`, but not `1e3`, `0x10` or `1,25`. */
const NUMBER_PATTERN = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?$/;

/** Text that isn't a number stays a string, so that the contract rejects it. */
const readNumber = (input: string): string | number => {
  const text = input.trim();
  return NUMBER_PATTERN.test(text) ? Number(text.replaceAll(",", "")) : input;
};

/** Reads dollars from `$1,250`, `1250` or `1250.5`. Returns the text itself if it isn't an amount. */
export const readDollars = (input: string): string | number => {
  const amount = readNumber(input.replace(/^\s*\$/, ""));
  return typeof amount === "number" ? amount : input;
};

/** Selects the text after React has rendered it, so that typing replaces it. */
const selectOnceRendered = (input: HTMLInputElement) => queueMicrotask(() => input.select());

interface NumberInputProps<Values extends FieldValues> extends FormFieldProps<Values> {
  readonly leading?: ReactNode;
  readonly trailing?: ReactNode;
  readonly read?: (input: string) => string | number;
  readonly format: (value: number) => string;
}

/** While the field has the focus, keeps the text as entered. Afterward, shows it as a formatted number. */
const NumberInput = <Values extends FieldValues>({
  read = readNumber,
  format,
  ...props
}: NumberInputProps<Values>) => {
  const { controlProps, setValue, value } = useFormField<Values>(props.name);
  const [typedText, setTypedText] = useState<string>();
  const plainText = toText(value);
  const formatValue = () => {
    const amount = readNumber(plainText);
    const formattedText = typeof amount === "number" ? format(amount) : plainText;
    // If formatting would round the number, show it unformatted.
    return readNumber(formattedText) === amount ? formattedText : plainText;
  };
  // If a restored draft or a resolved conflict has changed the value, the typed text is outdated.
  const textInFocus = typedText !== undefined && read(typedText) === value ? typedText : plainText;
  return (
    <TextField
      {...props}
      {...controlProps}
      inputMode="decimal"
      autoComplete="off"
      value={typedText === undefined ? formatValue() : textInFocus}
      onFocus={({ currentTarget }) => {
        setTypedText(plainText);
        if (currentTarget.value !== plainText) selectOnceRendered(currentTarget);
      }}
      onBlur={() => {
        setTypedText(undefined);
        controlProps.onBlur();
      }}
      onValue={(input) => {
        setTypedText(input);
        setValue(read(input));
      }}
    />
  );
};

/** Shows thousands separators: `1,250`. */
export const FormNumber = <Values extends FieldValues = never>(props: FormFieldProps<Values>) => (
  <NumberInput {...props} format={number} />
);

export const FormYear = <Values extends FieldValues = never>(props: FormFieldProps<Values>) => (
  <NumberInput {...props} format={String} />
);

/** Shows the percent sign after the number. */
export const FormPercent = <Values extends FieldValues = never>(props: FormFieldProps<Values>) => (
  <NumberInput
    {...props}
    format={number}
    trailing={<span className="quiet pointer-events-none px-2.5">%</span>}
  />
);

/** Reads `$1,250`, `1250` and `1250.5`, and shows `1,250` and `1,250.50` next to the dollar sign. */
export const FormMoney = <Values extends FieldValues = never>({
  label,
  ...props
}: FormFieldProps<Values>) => (
  <NumberInput
    {...props}
    label={
      <>
        {label}
        <span className="sr-only"> in dollars</span>
      </>
    }
    leading="$"
    read={readDollars}
    format={(amount) => money(amount).replace("$", "")}
  />
);
