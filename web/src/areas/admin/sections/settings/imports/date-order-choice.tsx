import type { ImportDateOrder } from "#contracts/choices.ts";
import { readDate } from "#rules/imports/read-date.ts";
import { longDate } from "#lib/format.ts";
import { SelectField } from "#ui/fields/select-field.tsx";
import type { DateOrderState } from "./use-date-order.ts";

const LABELS: Readonly<Record<ImportDateOrder, string>> = {
  month_first: "Month first",
  day_first: "Day first",
};

const describeReading = (example: string, dateOrder: ImportDateOrder | null): string => {
  const date = readDate(example, { dateOrder });
  return date === undefined ? "" : `${example} is read as ${longDate(date.day, "UTC")}.`;
};

/** Asks how to read dates such as 3/4/2026 if the file doesn't make that clear. */
export const DateOrderChoice = ({ found, dateOrder, onDateOrderChange }: DateOrderState) =>
  found.examples.length > 0 && (
    <SelectField
      label="How dates are read"
      description={found.examples.map((example) => describeReading(example, dateOrder)).join(" ")}
      value={dateOrder ?? ""}
      onValue={(value) => onDateOrderChange(value === "" ? null : (value as ImportDateOrder))}
    >
      {found.order === null && <option value="">Month first, or day first with dots</option>}
      {Object.entries(LABELS).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
