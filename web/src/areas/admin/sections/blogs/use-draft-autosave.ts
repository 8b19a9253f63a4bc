import { useState } from "react";
import { type BlogPostDraft, sendBlogPostDraft } from "#data/blog-post-drafts/mutations.ts";
import type { AdminBlogPost } from "#data/blog-posts/resource.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { forgetDraft, readDraft, saveDraft } from "#lib/drafts/drafts.ts";
import { DraftAutosave, type SyncedDraft } from "./draft-autosave.ts";
import { draftValues } from "./draft-values.ts";
import { EMPTY_POST } from "./post-fields.ts";

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
