import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useFormContext } from "react-hook-form";
import {
  type BlogPostDraft,
  sendBlogPostDraft,
  useInvalidateDrafts,
} from "#data/blog-post-drafts/mutations.ts";
import type { AdminBlogPost } from "#data/blog-posts/resource.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { isEqual } from "#kit/forms/format-stored-value.ts";
import { useBlockSubmit } from "#kit/forms/pending-work.ts";
import { RecordConflict } from "#kit/forms/record-conflict.tsx";
import { forgetDraft, readDraft, saveDraft } from "#lib/drafts/drafts.ts";
import { useWarningOnClose } from "#lib/use-warning-on-close.ts";
import { ShortMoment, useTimeZone } from "#lib/time/dates.tsx";
import { clockTime } from "#lib/time/day-and-time.ts";
import {
  DRAFT_FIELDS,
  DraftAutosave,
  describeIssues,
  draftValues,
  type SyncedDraft,
  UNRESOLVED_NOTICE,
} from "./draft-autosave.ts";
import { LeaveQuestion } from "./leave-question.tsx";
import { EMPTY_POST, POST_FIELDS } from "./post-fields.ts";

export interface EditedDraft {
  /** The post's id, or the draft's id if there is no post yet. */
  readonly id: string;
  readonly post: AdminBlogPost | null;
  /** The draft on the server when the editor opened. */
  readonly draft: BlogPostDraft | null;
}

/** The draft that this tab's unsaved changes are based on. */
interface StoredBase extends SyncedDraft {
  readonly session: string;
}

/**
 * Creates an autosave each time the editor opens. This tab keeps unsaved changes along with the draft that they're
 * based on, so that they can't overwrite a newer draft after a reload. It also keeps the session, so that a save whose
 * response was lost in the reload isn't mistaken for someone else's.
 */
export const useDraftAutosave = ({ id, post, draft }: EditedDraft) => {
  const owner = useDraftOwner();
  const [autosave] = useState(() => {
    const formKey = { owner, form: `blog post:${id}` };
    const baseKey = { owner, form: `base of blog post:${id}` };
    const postVersion = draft ? draft.postVersion : (post?.version ?? null);
    const hasUnsavedChanges = Object.keys(readDraft(formKey) ?? {}).length > 0;
    const stored = hasUnsavedChanges ? (readDraft(baseKey) as StoredBase | null) : null;
    const session = stored?.session ?? crypto.randomUUID();
    return new DraftAutosave({
      syncedDraft: stored ?? {
        version: draft?.version ?? null,
        values: draftValues(draft ?? post ?? EMPTY_POST),
      },
      save: (values, version) =>
        sendBlogPostDraft(id, { ...values, session, postVersion, version }),
      getDraftValues: draftValues,
      onSync: (unsavedBase) => {
        if (unsavedBase) return saveDraft(baseKey, { ...unsavedBase, session });
        // Clears the form's values but keeps its idempotency key, because an earlier attempt to save the post may have
        // gone through.
        saveDraft(formKey, {});
        return forgetDraft(baseKey);
      },
    });
  });
  return autosave;
};

interface AutosaveProps {
  readonly autosave: DraftAutosave;
}

const useAutosaveState = (autosave: DraftAutosave) =>
  useSyncExternalStore(autosave.subscribe, autosave.state);

const UNSENT_NOTE = "The draft isn't saved yet.";

const useIsUnsaved = (autosave: DraftAutosave) =>
  useSyncExternalStore(autosave.subscribe, autosave.isUnsaved);

/** Says what isn't saved, if the next save won't change that. */
const useUnsavedNote = (autosave: DraftAutosave): string | null => {
  const state = useAutosaveState(autosave);
  const isUnsaved = useIsUnsaved(autosave);
  const issues = useSyncExternalStore(autosave.subscribe, autosave.issues);
  if (!isUnsaved) return null;
  if (issues.length > 0) return describeIssues(issues);
  if (state.name === "refused") return describeIssues(state.issues);
  return state.name === "failed" || state.name === "conflict" ? UNSENT_NOTE : null;
};

/**
 * Sends the form's changes to the autosave, shows a conflict with someone else's draft, and asks before someone leaves
 * what isn't saved.
 */
export const DraftSaving = ({ autosave }: AutosaveProps) => {
  const { subscribe, getValues, setValue } = useFormContext();
  const state = useAutosaveState(autosave);
  const isConflict = state.name === "conflict";
  const unsavedNote = useUnsavedNote(autosave);
  useWarningOnClose(useIsUnsaved(autosave));
  useBlockSubmit(isConflict, UNRESOLVED_NOTICE);

  const invalidateDrafts = useEffectEvent(useInvalidateDrafts());

  useEffect(() => {
    autosave.open();
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: ({ values }) => autosave.setValues(values),
    });
    // What this tab kept for the server.
    autosave.setValues(getValues());
    const saveIfHidden = () => {
      if (document.visibilityState === "hidden") void autosave.flush();
    };
    document.addEventListener("visibilitychange", saveIfHidden);
    return () => {
      unsubscribe();
      document.removeEventListener("visibilitychange", saveIfHidden);
      void autosave.close().then(() => invalidateDrafts());
    };
  }, [autosave, subscribe, getValues]);

  const leaveQuestion = <LeaveQuestion note={unsavedNote} />;
  if (!isConflict) return leaveQuestion;
  const { savedBy, current } = state;
  const ownValues = draftValues(getValues(), autosave.savedValues());
  const changedFields = DRAFT_FIELDS.filter((name) => !isEqual(current[name], ownValues[name])).map(
    (name) => ({ name, label: POST_FIELDS[name] }),
  );
  return (
    <>
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
      {leaveQuestion}
    </>
  );
};

interface DraftStatusProps extends AutosaveProps {
  /** The draft that the editor opened with. */
  readonly draft: BlogPostDraft | null;
}

/** Shows whether the latest changes are saved on the server. */
export const DraftStatus = ({ autosave, draft }: DraftStatusProps) => {
  const state = useAutosaveState(autosave);
  const isUnsaved = useIsUnsaved(autosave);
  const unsavedNote = useUnsavedNote(autosave);
  const timeZone = useTimeZone();
  const showStatus = () => {
    if (unsavedNote === UNSENT_NOTE && state.name === "failed") {
      return `${UNSENT_NOTE} We'll keep trying.`;
    }
    if (unsavedNote !== null) return unsavedNote;
    if (isUnsaved || state.name === "saving") return "Saving draft…";
    if (state.name === "saved") {
      return `Draft saved at ${clockTime(Date.parse(state.savedAt), timeZone)}`;
    }
    return (
      draft && (
        <>
          Draft saved by {draft.savedBy}, <ShortMoment moment={draft.updatedAt} />
        </>
      )
    );
  };
  return (
    <p
      className="quiet text-sm max-sm:grow max-sm:basis-[calc(100%-13rem)] sm:ml-auto"
      aria-live={unsavedNote === null ? "off" : "polite"}
    >
      {showStatus()}
    </p>
  );
};
