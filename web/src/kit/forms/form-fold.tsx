import ChevronDown from "lucide-react/icons/chevron-down";
import { useId, useState, type ReactNode } from "react";
import { get, useFormContext, type FieldValues } from "react-hook-form";
import { Button } from "#ui/button.tsx";
import type { FieldName } from "./form-fields.tsx";

export interface FormFoldProps<Values extends FieldValues> {
  readonly label: string;
  /** The names of the hidden fields. */
  readonly names: readonly FieldName<Values>[];
  readonly children: ReactNode;
}

/** Hides rarely used fields until the user opens them, one of them has an error, or a draft restored one of them. */
export const FormFold = <Values extends FieldValues = never>({
  label,
  names,
  children,
}: FormFoldProps<Values>) => {
  const [isOpenedByUser, setOpenedByUser] = useState<boolean>();
  const { errors, dirtyFields } = useFormContext().formState;
  const hasError = names.some((name) => get(errors, name) !== undefined);
  const hasChange = names.some((name) => get(dirtyFields, name) !== undefined);
  const isOpen = hasError || (isOpenedByUser ?? hasChange);
  const panelId = useId();
  return (
    <section aria-label={label} className="sm:col-span-2">
      <Button
        variant="outline"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpenedByUser(!isOpen)}
      >
        {label}
        <ChevronDown aria-hidden="true" size={16} className={isOpen ? "rotate-180" : undefined} />
      </Button>
      <div id={panelId} hidden={!isOpen} className="mt-4">
        {isOpen && children}
      </div>
    </section>
  );
};
