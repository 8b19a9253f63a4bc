import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import type { FieldValues, useForm } from "react-hook-form";
import { staleEdit, type StaleEdit } from "../lib/refusals.ts";
import { isSame, labelOf } from "./written-words.ts";

/** Of what several people write: a change names the version it was made of, and is refused where that is old. */
export interface EditedVersion {
  /** What people call the record: "location". Left out where a form shows only a part of it. */
  readonly noun?: string;
  readonly name: "updatedAt" | "version";
  readonly value: unknown;
  /** The record that a refusal shows, as the fields hold it. */
  readonly valuesOf?: (current: FieldValues) => FieldValues;
  /** What fields are called, where that is not what their labels say. */
  readonly labels?: Readonly<Record<string, string>>;
  /** What else there is to say of what was saved meanwhile. */
  readonly noteOf?: (stale: StaleEdit) => ReactNode;
}

/** The version that the fields began with; what was typed on an older one stays of that one. */
export const useBegunVersion = (
  {
    version,
    values,
  }: { readonly version: EditedVersion | undefined; readonly values: FieldValues },
  draft: FieldValues | null,
) => {
  const isRestored = version !== undefined && draft !== null && version.name in draft;
  const begun = useRef<unknown>(isRestored ? draft[version.name] : version?.value);
  const [first] = useState(values);
  const value = version?.value;
  useEffect(() => {
    // Another form of the record was saved, and nothing that this one shows has changed.
    if (!isRestored && isSame(values, first)) begun.current = value;
  }, [isRestored, values, first, value]);
  return {
    isRestored,
    version: useCallback(() => begun.current, []),
    moveTo: useCallback((newest: unknown) => {
      begun.current = newest;
    }, []),
  };
};

/** What somebody else saved meanwhile. */
export interface Conflict {
  readonly noun: string | undefined;
  readonly savedBy: string;
  /** Fields of the form, or of what it sends, that were changed. */
  readonly changed: readonly { readonly name: string; readonly label: string }[];
  /** The record as it is now, and its version. */
  readonly current: FieldValues;
  readonly version: unknown;
  readonly note: ReactNode;
}

interface Refused {
  readonly version: EditedVersion;
  /** What the fields began with; null where they began with a draft of an unknown version. */
  readonly began: FieldValues | null;
  readonly sent: FieldValues;
  readonly fields: FieldValues;
  readonly form: HTMLFormElement | null;
}

/** Null for any other failure. */
export const conflictOf = (error: unknown, refused: Refused): Conflict | null => {
  const stale = staleEdit(error);
  if (!stale) return null;
  const { version, began, sent, fields, form } = refused;
  const current = version.valuesOf?.(stale.current) ?? stale.current;
  const isChanged = (name: string) =>
    name in fields ? !began || !isSame(began[name], current[name]) : name in sent;
  return {
    noun: version.noun,
    savedBy: stale.savedBy,
    changed: stale.changed
      .filter(isChanged)
      .map((name) => ({ name, label: labelOf(name, form, version.labels) })),
    current,
    version: stale.current[version.name],
    note: version.noteOf?.(stale),
  };
};

interface Settled {
  readonly told: string;
  /** What was typed here before. The other fields hold what somebody else saved, which is not to be undone. */
  readonly typed: FieldValues;
}

const KEPT_MINE =
  "We kept your changes and filled in the rest from the saved version. Save again to keep them.";
const TOOK_THEIRS = "The form now shows the saved version.";

/** Settles a conflict field by field, with a way back from what was taken over. */
export const useConflict = (
  form: ReturnType<typeof useForm>,
  moveTo: (version: unknown) => void,
) => {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [settled, setSettled] = useState<Settled | null>(null);
  const { dirtyFields } = form.formState;

  const settle = (isMine: boolean) => {
    if (!conflict) return;
    const { current, changed, version } = conflict;
    const mine = form.getValues();
    const theirs = Object.fromEntries(
      Object.keys(mine).flatMap((name) => (name in current ? [[name, current[name]]] : [])),
    );
    const typed = Object.keys(dirtyFields);
    const kept = typed.filter((name) => isMine || !changed.some((field) => field.name === name));
    moveTo(version);
    form.reset({ ...mine, ...theirs }, { keepErrors: true });
    for (const name of kept) form.setValue(name, mine[name], { shouldDirty: true });
    setSettled({
      told: isMine ? KEPT_MINE : TOOK_THEIRS,
      typed: Object.fromEntries(typed.map((name) => [name, mine[name]])),
    });
    setConflict(null);
  };
  const undo = () => {
    for (const [name, value] of Object.entries(settled?.typed ?? {})) {
      form.setValue(name, value, { shouldDirty: true, shouldValidate: true });
    }
    setSettled(null);
  };
  return { conflict, setConflict, settled, settle, undo };
};
