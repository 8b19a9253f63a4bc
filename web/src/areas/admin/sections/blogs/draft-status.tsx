import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { useFormContext } from "react-hook-form";
import { useBlockSubmit } from "#kit/forms/pending-work.ts";
import { RecordConflict } from "#kit/forms/record-conflict.tsx";
import { isEqual } from "#kit/forms/format-stored-value.ts";
import { type BlogPostDraft, useInvalidateDrafts } from "#data/blog-post-drafts/mutations.ts";
import { clockTime } from "#lib/time/day-and-time.ts";
import { ShortMoment } from "#lib/time/dates.tsx";
import type { DraftAutosave } from "./draft-autosave.ts";
import { DRAFT_FIELDS, draftValues } from "./draft-values.ts";
import { POST_FIELDS } from "./post-fields.ts";
import { UNRESOLVED_NOTICE } from "./texts.ts";

interface AutosaveProps {
  readonly autosave: DraftAutosave;
}

const useAutosaveState = (autosave: DraftAutosave) =>
  useSyncExternalStore(autosave.subscribe, autosave.state);

/** Sends the form's changes to the autosave, and shows a conflict with someone else's draft. */
export const DraftSaving = ({ autosave }: AutosaveProps) => {
  const { subscribe, getValues, setValue } = useFormContext();
  const state = useAutosaveState(autosave);
  const isConflict = state.name === "conflict";
  useBlockSubmit(isConflict, UNRESOLVED_NOTICE);

  const invalidateDrafts = useEffectEvent(useInvalidateDrafts());

  useEffect(() => {
    autosave.open();
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: ({ values }) => autosave.setValues(draftValues(values, autosave.savedValues())),
    });
    const saveIfHidden = () => {
      if (document.visibilityState === "hidden") void autosave.flush();
    };
    document.addEventListener("visibilitychange", saveIfHidden);
    return () => {
      unsubscribe();
      document.removeEventListener("visibilitychange", saveIfHidden);
      void autosave.close().then(() => invalidateDrafts());
    };
  }, [autosave, subscribe]);

  if (!isConflict) return null;
  const { savedBy, current } = state;
  const ownValues = draftValues(getValues(), autosave.savedValues());
  const changedFields = DRAFT_FIELDS.filter((name) => !isEqual(current[name], ownValues[name])).map(
    (name) => ({ name, label: POST_FIELDS[name] }),
  );
  return (
    <RecordConflict
      noun="draft"
      savedBy={savedBy}
      changedFields={changedFields}
      current={current}
      version={current.version}
      note=""
      onResolve={(shouldKeepOwn) => {
        for (const [name, value] of Object.entries(autosave.resolve(shouldKeepOwn))) {
          setValue(name, value, { shouldDirty: true, shouldValidate: true });
        }
      }}
    />
  );
};

interface DraftStatusProps extends AutosaveProps {
  /** The draft that the editor opened with. */
  readonly draft: BlogPostDraft | null;
}

/** Shows whether the latest changes are saved on the server. */
export const DraftStatus = ({ autosave, draft }: DraftStatusProps) => {
  const state = useAutosaveState(autosave);
  return (
    <p
      className="quiet text-sm max-sm:grow max-sm:basis-[calc(100%-13rem)] sm:ml-auto"
      aria-live={state.name === "failed" ? "polite" : "off"}
    >
      {state.name === "saving" && "Saving draft…"}
      {state.name === "saved" && `Draft saved at ${clockTime(Date.parse(state.savedAt))}`}
      {state.name === "failed" && "The draft isn't saved yet. We'll keep trying."}
      {state.name === "idle" && draft && (
        <>
          Draft saved by {draft.savedBy}, <ShortMoment moment={draft.updatedAt} />
        </>
      )}
    </p>
  );
};
