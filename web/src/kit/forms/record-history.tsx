import History from "lucide-react/icons/history";
import { useState, type ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { isEqual } from "./format-stored-value.ts";

type Values = Readonly<Record<string, unknown>>;

/** The fields' labels, by field name. */
export type RestorableFields = Readonly<Record<string, string>>;

/** Returns the fields that would change if the version were restored. */
export const listFieldsToRestore = (
  fields: RestorableFields,
  current: Values,
  version: Values,
): string[] => Object.keys(fields).filter((name) => !isEqual(current[name], version[name]));

export interface VersionsView {
  readonly onClose: () => void;
  /** The form's values, including unsaved changes. */
  readonly currentValues: Values;
  readonly onRestore: (version: Values) => void;
}

export interface RecordHistoryProps {
  readonly fields: RestorableFields;
  readonly hasVersions: boolean;
  /** Renders the dialog in which users choose a version. */
  readonly children: (view: VersionsView) => ReactNode;
}

const pick = (names: readonly string[], values: Values): Values =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]));

/** Fills the form with an earlier version of a record, and offers Undo. */
export const RecordHistory = ({ fields, hasVersions, children }: RecordHistoryProps) => {
  const { getValues, setValue } = useFormContext();
  const [isOpen, setOpen] = useState(false);
  const [replacedValues, setReplacedValues] = useState<Values | null>(null);

  const setFields = (values: Values) => {
    for (const [name, value] of Object.entries(values)) {
      setValue(name, value, { shouldDirty: true, shouldValidate: true });
    }
  };
  const restoreVersion = (version: Values) => {
    setOpen(false);
    const current = getValues();
    const names = listFieldsToRestore(fields, current, version);
    setReplacedValues(pick(names, current));
    setFields(pick(names, version));
  };
  return (
    <>
      {replacedValues && (
        <output className="block sm:col-span-2">
          <Notice tone="info">
            The earlier version is now in the form. Save to keep it.{" "}
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                setFields(replacedValues);
                setReplacedValues(null);
              }}
            >
              Go back to my version
            </Button>
          </Notice>
        </output>
      )}
      {hasVersions && (
        <div className="sm:col-span-2">
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            <History aria-hidden="true" size={16} />
            Earlier versions
          </Button>
          {isOpen &&
            children({
              onClose: () => setOpen(false),
              currentValues: getValues(),
              onRestore: restoreVersion,
            })}
        </div>
      )}
    </>
  );
};
