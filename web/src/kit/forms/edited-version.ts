import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import type { FieldValues, useForm } from "react-hook-form";
import { staleEdit, type StaleEdit } from "#lib/api/refusals.ts";
import { isEqual, labelOfField } from "./display-value.ts";

/** Optimistic locking: a save states the version it is based on, and the server rejects it if that version is outdated. */
export interface EditedVersion {
  /** Singular name of the record, such as "location"; left out if the form shows only a part of the record. */
  readonly noun?: string;
  readonly name: "updatedAt" | "version";
  readonly value: unknown;
  /** Converts the server's current record to form values. */
  readonly valuesOf?: (current: FieldValues) => FieldValues;
  /** Field names that differ from the form's labels. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Returns additional information about the newer version. */
  readonly noteOf?: (stale: StaleEdit) => ReactNode;
}

/** Tracks the version the fields are based on. A restored draft keeps the version it was based on. */
export const useInitialVersion = (
  {
    version,
    values,
  }: { readonly version: EditedVersion | undefined; readonly values: FieldValues },
  draft: FieldValues | null,
) => {
  const isRestored = version !== undefined && draft !== null && version.name in draft;
  const initialVersion = useRef<unknown>(isRestored ? draft[version.name] : version?.value);
  const [originalValues] = useState(values);
  const value = version?.value;
  useEffect(() => {
    // Another form may save the record without changing the fields shown here.
    if (!isRestored && isEqual(values, originalValues)) initialVersion.current = value;
  }, [isRestored, values, originalValues, value]);
  return {
    isRestored,
    version: useCallback(() => initialVersion.current, []),
    adoptVersion: useCallback((newest: unknown) => {
      initialVersion.current = newest;
    }, []),
  };
};

/** A newer version that someone else saved. */
export interface Conflict {
  readonly noun: string | undefined;
  readonly savedBy: string;
  /** Changed fields that this form shows or sends. */
  readonly changedFields: readonly { readonly name: string; readonly label: string }[];
  /** The current record as form values; `version` is its version. */
  readonly current: FieldValues;
  readonly version: unknown;
  readonly note: ReactNode;
}

interface RejectedSave {
  readonly version: EditedVersion;
  /** Original values; null if a restored draft's original values are unknown. */
  readonly initialValues: FieldValues | null;
  readonly sentValues: FieldValues;
  readonly fields: FieldValues;
  readonly form: HTMLFormElement | null;
}

/** Returns null for any other failure. */
export const conflictOf = (error: unknown, rejectedSave: RejectedSave): Conflict | null => {
  const stale = staleEdit(error);
  if (!stale) return null;
  const { version, initialValues, sentValues, fields, form } = rejectedSave;
  const current = version.valuesOf?.(stale.current) ?? stale.current;
  const isChanged = (name: string) =>
    name in fields
      ? !initialValues || !isEqual(initialValues[name], current[name])
      : name in sentValues;
  return {
    noun: version.noun,
    savedBy: stale.savedBy,
    changedFields: stale.changed
      .filter(isChanged)
      .map((name) => ({ name, label: labelOfField(name, form, version.labels) })),
    current,
    version: stale.current[version.name],
    note: version.noteOf?.(stale),
  };
};

interface ConflictResolution {
  readonly notice: string;
  /** Values typed in this form. Undo restores only these and keeps the other person's changes. */
  readonly typedValues: FieldValues;
}

const KEPT_OWN_NOTICE =
  "We kept your changes and filled in the rest from the saved version. Save again to keep them.";
const TOOK_OTHER_NOTICE = "The form now shows the saved version.";

/** Resolves a conflict in favor of one side, with undo. */
export const useConflict = (
  form: ReturnType<typeof useForm>,
  adoptVersion: (version: unknown) => void,
) => {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [resolution, setResolution] = useState<ConflictResolution | null>(null);
  const { dirtyFields } = form.formState;

  const resolveConflict = (keepsOwn: boolean) => {
    if (!conflict) return;
    const { current, changedFields, version } = conflict;
    const ownValues = form.getValues();
    const savedValues = Object.fromEntries(
      Object.keys(ownValues).flatMap((name) => (name in current ? [[name, current[name]]] : [])),
    );
    const typedFields = Object.keys(dirtyFields);
    const keptFields = typedFields.filter(
      (name) => keepsOwn || !changedFields.some((field) => field.name === name),
    );
    adoptVersion(version);
    form.reset({ ...ownValues, ...savedValues }, { keepErrors: true });
    for (const name of keptFields) form.setValue(name, ownValues[name], { shouldDirty: true });
    setResolution({
      notice: keepsOwn ? KEPT_OWN_NOTICE : TOOK_OTHER_NOTICE,
      typedValues: Object.fromEntries(typedFields.map((name) => [name, ownValues[name]])),
    });
    setConflict(null);
  };
  const undo = () => {
    for (const [name, value] of Object.entries(resolution?.typedValues ?? {})) {
      form.setValue(name, value, { shouldDirty: true, shouldValidate: true });
    }
    setResolution(null);
  };
  return { conflict, setConflict, resolution, resolveConflict, undo };
};
