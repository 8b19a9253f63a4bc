/**
 * Identifies a draft: form input that wasn't sent. It is kept through failed requests, reloads, Back and expired
 * sessions. Drafts are in sessionStorage, so that on a shared computer, they're gone once the tab is closed.
 */
export interface DraftKey {
  /** The user's id, so that another user of the same tab never sees the draft. */
  readonly owner: string;
  readonly form: string;
}

export const VISITOR_OWNER = "visitor";

/** The prefix that the keys of all of an owner's drafts share. */
export const getOwnerPrefix = (owner: string): string => `draft:${owner}:`;

/** Returns the draft's key in sessionStorage. */
export const storageKey = ({ owner, form }: DraftKey): string => `${getOwnerPrefix(owner)}${form}`;
