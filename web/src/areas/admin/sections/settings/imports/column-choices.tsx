import { useState } from "react";
import type { ImportKind } from "#contracts/choices.ts";
import { FIELDS_BY_KIND, type ImportField, type ImportMapping } from "#rules/imports/formats.ts";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { FIELD_LABELS } from "./texts.ts";

interface ColumnChoiceProps {
  readonly field: ImportField;
  readonly headings: readonly string[];
  readonly mapping: ImportMapping;
  readonly onMappingChange: (mapping: ImportMapping) => void;
}

const ColumnChoice = ({ field, headings, mapping, onMappingChange }: ColumnChoiceProps) => (
  <SelectField
    label={FIELD_LABELS[field]}
    value={mapping[field] ?? ""}
    onValue={(value) => {
      const { [field]: _, ...others } = mapping;
      onMappingChange(value === "" ? others : { ...others, [field]: Number(value) });
    }}
  >
    <option value="">Not in this file</option>
    {headings
      .map((heading, index) => ({ index, name: heading.trim() || `Column ${index + 1}` }))
      .map(({ index, name }) => (
        <option key={index} value={index}>
          {name}
        </option>
      ))}
  </SelectField>
);

/** Fields to show even if no column was found for them. */
const MAIN_FIELDS: ReadonlySet<ImportField> = new Set([
  "date",
  "amount",
  "firstName",
  "lastName",
  "fullName",
  "email",
  "hours",
]);

export interface ColumnChoicesProps extends Omit<ColumnChoiceProps, "field"> {
  readonly kind: ImportKind;
  /** True if the columns were recognized, so the list starts out collapsed. */
  readonly isCollapsed: boolean;
}

/** Lets the administrator choose one of the file's columns for each field. */
export const ColumnChoices = ({ kind, isCollapsed, ...props }: ColumnChoicesProps) => {
  const [view, setView] = useState<"none" | "main" | "all">(isCollapsed ? "none" : "main");
  const [mainFields] = useState(() =>
    FIELDS_BY_KIND[kind].filter(
      (field) => MAIN_FIELDS.has(field) || props.mapping[field] !== undefined,
    ),
  );
  if (view === "none") {
    return (
      <div>
        <Button variant="ghost" size="sm" onClick={() => setView("all")}>
          Change the column mapping
        </Button>
      </div>
    );
  }
  const fields = view === "all" ? FIELDS_BY_KIND[kind] : mainFields;
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">Column mapping</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map((field) => (
          <ColumnChoice key={field} field={field} {...props} />
        ))}
      </div>
      {view === "main" && (
        <Button variant="ghost" size="sm" className="mt-2" onClick={() => setView("all")}>
          Show all fields
        </Button>
      )}
    </fieldset>
  );
};
