import { useSyncExternalStore } from "react";

/**
 * What the link of a mail opened. It stays in this tab and ends with it, and is never part of an address. `ended` is
 * what is left of it when its hour is over.
 */
type GiftSession =
  | { readonly state: "absent" | "ended" }
  | { readonly state: "open"; readonly giftSession: string };

const KEY = "giftSession";
const ABSENT: GiftSession = { state: "absent" };
const listeners = new Set<() => void>();
let current: GiftSession | undefined;

const read = (): GiftSession => {
  const kept = sessionStorage.getItem(KEY);
  return (current ??= kept === null ? ABSENT : { state: "open", giftSession: kept });
};

const publish = (next: GiftSession) => {
  current = next;
  if (next.state === "open") sessionStorage.setItem(KEY, next.giftSession);
  else sessionStorage.removeItem(KEY);
  for (const listener of listeners) listener();
};

export const openGiftSession = (giftSession: string): void =>
  publish({ state: "open", giftSession });

/** By its donor, or by the hour. */
export const closeGiftSession = (state: "absent" | "ended"): void => publish({ state });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Prerendered pages know of none. */
export const useGiftSession = (): GiftSession =>
  useSyncExternalStore(subscribe, read, () => ABSENT);
