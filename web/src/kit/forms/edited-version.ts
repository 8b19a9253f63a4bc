import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import type { FieldValues, useForm } from "react-hook-form";
import { staleEdit, type StaleEdit } from "#lib/api/write-errors.ts";
import { isEqual, getFieldLabel } from "./format-stored-value.ts";

/**
 * Optimistic locking: a save includes the version it is based on, and the server rejects the save if that version is
 * outdated.
 */
export interface EditedVersion {
  /** Singular name of the record, such as "location"; omitted if the form shows only part of the record. */
  readonly noun?: string;
  readonly name: "updatedAt" | "version";
  readonly value: unknown;
  /** Converts the server's current record to form values. */
  readonly valuesOf?: (current: FieldValues) => FieldValues;
  /** Names for fields, if they are different from the form's labels. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Formats values that aren't text for people to read. */
  readonly formatValue?: (value: unknown) => string;
  /** Returns more information about the newer version, to show next to it. */
  readonly noteOf?: (edit: StaleEdit) => ReactNode;
}

/** Tracks which version the fields are based on. A restored draft is still based on its original version. */
export const useInitialVersion = (
  {
    version,
    values,
  }: { readonly version: EditedVersion | undefined; readonly values: FieldValues },
  draft: FieldValues | null,
) => {
  const isRestored = version !== undefined && draft !== null && version.name in draft;
  const baseVersion = useRef<unknown>(isRestored ? draft[version.name] : version?.value);
  const [originalValues] = useState(values);
  const value = version?.value;
  useEffect(() => {
    // Another form may save the record without changing the fields of this form.
    if (!isRestored && isEqual(values, originalValues)) baseVersion.current = value;
  }, [isRestored, values, originalValues, value]);
  return {
    isRestored,
    version: useCallback(() => baseVersion.current, []),
    adoptVersion: useCallback((newVersion: unknown) => {
      baseVersion.current = newVersion;
    }, []),
  };
};

/** A newer version that someone else saved. */
export interface Conflict {
  readonly noun: string | undefined;
  readonly savedBy: string;
  /** The changed fields that this form shows or sends. */
  readonly changedFields: readonly { readonly name: string; readonly label: string }[];
  /** The current record as form values. */
  readonly current: FieldValues;
  /** The version of the current record. */
  readonly version: unknown;
  readonly formatValue?: EditedVersion["formatValue"] | undefined;
  readonly note: ReactNode;
}

interface RejectedSave {
  readonly version: EditedVersion;
  /** The original values; null if they aren't known for a restored draft. */
  readonly initialValues: FieldValues | null;
  readonly sentValues: FieldValues;
  readonly formValues: FieldValues;
  readonly form: HTMLFormElement | null;
}

/** Returns the conflict that made a save fail, or null if it failed for another reason. */
export const toConflict = (error: unknown, rejectedSave: RejectedSave): Conflict | null => {
  const edit = staleEdit(error);
  if (!edit) return null;
  const { version, initialValues, sentValues, formValues, form } = rejectedSave;
  const current = version.valuesOf?.(edit.current) ?? edit.current;
  const isChanged = (name: string) =>
    name in formValues
      ? !initialValues || !isEqual(initialValues[name], current[name])
      : name in sentValues;
  return {
    noun: version.noun,
    savedBy: edit.savedBy,
    changedFields: edit.changedFields
      .filter(isChanged)
      .map((name) => ({ name, label: getFieldLabel(name, form, version.labels) })),
    current,
    version: edit.current[version.name],
    formatValue: version.formatValue,
    note: version.noteOf?.(edit),
  };
};

interface ConflictResolution {
  readonly notice: string;
  /** The values that were entered in this form. Undo restores only these and keeps the other user's changes. */
  readonly enteredValues: FieldValues;
}

const OWN_CHANGES_NOTICE =
  "We kept your changes and filled in the rest from the saved version. Save again to keep them.";
const SAVED_VERSION_NOTICE = "The form now shows the saved version.";

/** Resolves a conflict by keeping one side's values, and offers Undo. */
export const useConflict = (
  form: ReturnType<typeof useForm>,
  adoptVersion: (version: unknown) => void,
) => {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [resolution, setResolution] = useState<ConflictResolution | null>(null);
  const { dirtyFields } = form.formState;

  const resolveConflict = (shouldKeepOwnChanges: boolean) => {
    if (!conflict) return;
    const { current, changedFields, version } = conflict;
    const ownValues = form.getValues();
    const savedValues = Object.fromEntries(
      Object.keys(ownValues).flatMap((name) => (name in current ? [[name, current[name]]] : [])),
    );
    const editedFields = Object.keys(dirtyFields);
    const fieldsToKeep = editedFields.filter(
      (name) => shouldKeepOwnChanges || !changedFields.some((field) => field.name === name),
    );
    adoptVersion(version);
    form.reset({ ...ownValues, ...savedValues }, { keepErrors: true });
    for (const name of fieldsToKeep) form.setValue(name, ownValues[name], { shouldDirty: true });
    setResolution({
      notice: shouldKeepOwnChanges ? OWN_CHANGES_NOTICE : SAVED_VERSION_NOTICE,
      enteredValues: Object.fromEntries(editedFields.map((name) => [name, ownValues[name]])),
    });
    setConflict(null);
  };
  const undo = () => {
    for (const [name, value] of Object.entries(resolution?.enteredValues ?? {})) {
      form.setValue(name, value, { shouldDirty: true, shouldValidate: true });
    }
    setResolution(null);
  };
  return { conflict, setConflict, resolution, resolveConflict, undo };
};
