import { useLayoutEffect, useState, type ReactNode } from "react";
import type { FieldValues, useForm } from "react-hook-form";
import type { DraftKey } from "#lib/drafts/draft-key.ts";
import { readDraft, saveDraft } from "#lib/drafts/drafts.ts";
import { useInitialVersion, type EditedVersion } from "./edited-version.ts";

/** Settings of a form that saves its draft to the server automatically. Its buttons always stay visible. */
export interface Autosave {
  /**
   * The fields whose values in the saved draft differ from the record, and the version of the record that the draft is
   * based on.
   */
  readonly savedValues: FieldValues | null;
  /**
   * Saves changes to the draft that haven't been saved yet. Resolves to false to stop the submit, if someone else has
   * saved the draft.
   */
  readonly beforeSubmit: () => Promise<boolean>;
  /** Shown next to the buttons. */
  readonly status: ReactNode;
  readonly discardText: string;
}

export const pickFields = (values: FieldValues, names: readonly string[]): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

const nullIfEmpty = (draft: FieldValues | null) =>
  draft && Object.keys(draft).length > 0 ? draft : null;

/**
 * Restores values that weren't sent, and stores what the user types as a draft until the form is saved or discarded.
 */
export const useRecordDraft = (
  form: ReturnType<typeof useForm>,
  draft: DraftKey,
  {
    version,
    values: initialValues,
    savedValues,
  }: {
    readonly version: EditedVersion | undefined;
    readonly values: FieldValues;
    readonly savedValues: FieldValues | null;
  },
) => {
  const [localDraft] = useState(() => nullIfEmpty(readDraft(draft)));
  const [storedDraft] = useState(localDraft ?? savedValues);
  const { owner, form: name } = draft;
  const versionName = version?.name;
  const { isRestored, ...baseVersion } = useInitialVersion(
    { version, values: initialValues },
    storedDraft,
  );
  const readInitialVersion = baseVersion.version;
  // Before the form is painted: an effect that runs later would miss what is typed at once, and flash the stored record.
  useLayoutEffect(() => {
    let isRestoring = true;
    // react-hook-form ignores values that are set before anything has subscribed.
    const unsubscribe = form.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, dirtyFields = {} }) => {
        if (isRestoring) return;
        const changedValues = pickFields(values, Object.keys(dirtyFields));
        const hasChanges = Object.keys(changedValues).length > 0;
        const versionField =
          versionName && hasChanges ? { [versionName]: readInitialVersion() } : {};
        saveDraft({ owner, form: name }, { ...changedValues, ...versionField });
      },
    });
    for (const [field, value] of Object.entries(storedDraft ?? {})) {
      if (field !== versionName) form.setValue(field, value, { shouldDirty: true });
    }
    isRestoring = false;
    return unsubscribe;
  }, [form, storedDraft, owner, name, versionName, readInitialVersion]);
  return {
    hasDraft: localDraft !== null,
    baseVersion,
    isRestored,
  };
};
