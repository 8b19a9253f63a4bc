/**
 * What was typed and not yet sent, so that a failed request, a reload, Back or a session that expired loses nothing.
 * It stays in its tab and ends with it: on a shared computer nobody finds it the next day.
 */
export interface DraftKey {
  /** The user's id; nobody else logged in in this tab sees the draft. */
  readonly owner: string;
  readonly form: string;
}

export const VISITOR = "visitor";

const PREFIX = "draft:";
const SECRET = /password|cardnumber|cvv|cvc|expiration|token/i;

const ownerPrefix = (owner: string) => `${PREFIX}${owner}:`;
const storageKey = ({ owner, form }: DraftKey) => `${ownerPrefix(owner)}${form}`;

/** Passwords, card data and files are typed again. */
const isKept = (name: string, value: unknown) => !SECRET.test(name) && !(value instanceof Blob);

export const readDraft = (key: DraftKey): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey(key)) ?? "null");
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
};

/** What an owner has begun in forms whose name begins so, and never sent. */
export const draftsOf = (owner: string, beginning: string): readonly DraftKey[] =>
  Object.keys(sessionStorage)
    .filter((key) => key.startsWith(storageKey({ owner, form: beginning })))
    .map((key) => ({ owner, form: key.slice(ownerPrefix(owner).length) }))
    .filter((key) => Object.keys(readDraft(key) ?? {}).length > 0);

export const saveDraft = (key: DraftKey, value: object): void => {
  const text = JSON.stringify(value, (name, part: unknown) =>
    isKept(name, part) ? part : undefined,
  );
  try {
    sessionStorage.setItem(storageKey(key), text);
  } catch {
    // A full or forbidden storage must not keep anybody from typing.
  }
};

const attemptKey = (key: DraftKey) => `${storageKey(key)}#attempt`;

/** The `Idempotency-Key` of what is being written: the same until it was sent or thrown away, a reload included. */
export const attemptOf = (key: DraftKey): string => {
  const made = crypto.randomUUID();
  try {
    const kept = sessionStorage.getItem(attemptKey(key));
    if (kept) return kept;
    sessionStorage.setItem(attemptKey(key), made);
  } catch {
    // Without a storage each sending is one of its own.
  }
  return made;
};

export const forgetAttempt = (key: DraftKey): void => sessionStorage.removeItem(attemptKey(key));

export const forgetDraft = (key: DraftKey): void => {
  sessionStorage.removeItem(storageKey(key));
  forgetAttempt(key);
};

/** All of an owner's, when she logs out. */
export const forgetDrafts = (owner: string): void => {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(ownerPrefix(owner))) sessionStorage.removeItem(key);
  }
};
