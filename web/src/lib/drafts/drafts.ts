import { tabStore } from "../browser-storage.ts";
import { getOwnerPrefix, storageKey, type DraftKey } from "./draft-key.ts";

const SECRET_NAME_PATTERN = /password|cardnumber|cvv|cvc|expiration|token/i;

/** False for passwords, card data and files, which are never stored. */
const canStore = (name: string, value: unknown) =>
  !SECRET_NAME_PATTERN.test(name) && !(value instanceof Blob);

export const readDraft = (key: DraftKey): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(tabStore.getItem(storageKey(key)) ?? "null");
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
};

/** Returns an owner's drafts that aren't empty and whose form name starts with `formPrefix`. */
export const findDrafts = (owner: string, formPrefix: string): readonly DraftKey[] =>
  tabStore
    .keys()
    .filter((key) => key.startsWith(storageKey({ owner, form: formPrefix })))
    .map((key) => ({ owner, form: key.slice(getOwnerPrefix(owner).length) }))
    .filter((key) => Object.keys(readDraft(key) ?? {}).length > 0);

export const saveDraft = (key: DraftKey, value: object): void => {
  const text = JSON.stringify(value, (name, fieldValue: unknown) =>
    canStore(name, fieldValue) ? fieldValue : undefined,
  );
  tabStore.setItem(storageKey(key), text);
};

const getAttemptKey = (key: DraftKey) => `${storageKey(key)}#attempt`;

/** Returns the draft's `Idempotency-Key`. It survives reloads and changes only when the draft is sent or discarded. */
export const idempotencyKeyOf = (key: DraftKey): string => {
  const storedKey = tabStore.getItem(getAttemptKey(key));
  if (storedKey) return storedKey;
  const newKey = crypto.randomUUID();
  tabStore.setItem(getAttemptKey(key), newKey);
  return newKey;
};

export const clearIdempotencyKey = (key: DraftKey): void => tabStore.removeItem(getAttemptKey(key));

export const forgetDraft = (key: DraftKey): void => {
  tabStore.removeItem(storageKey(key));
  clearIdempotencyKey(key);
};

/** Deletes all of an owner's drafts on logout. */
export const forgetDrafts = (owner: string): void => {
  for (const key of tabStore.keys()) {
    if (key.startsWith(getOwnerPrefix(owner))) tabStore.removeItem(key);
  }
};
