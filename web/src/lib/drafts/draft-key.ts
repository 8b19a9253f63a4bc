/**
 * Names a draft: unsent form input, kept through a failed request, a reload, Back or an expired
 * session. Drafts live in sessionStorage, so on a shared computer they're gone when the tab is
 * closed.
 */
export interface DraftKey {
  /** The user's id, so that another user of this tab never sees the draft. */
  readonly owner: string;
  readonly form: string;
}

export const VISITOR_OWNER = "visitor";

/** All keys of an owner's drafts start with this. */
export const ownerPrefix = (owner: string): string => `draft:${owner}:`;

/** Returns the draft's key in sessionStorage. */
export const storageKey = ({ owner, form }: DraftKey): string => `${ownerPrefix(owner)}${form}`;
