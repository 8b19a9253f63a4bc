import { useSyncExternalStore } from "react";
import { tabStore } from "../browser-storage.ts";

/**
 * The session that a donor opens with the link in an email. It exists only in this tab and never appears in a URL.
 * `ended` means that the session has expired after one hour.
 */
type DonorSession =
  | { readonly state: "absent" | "ended" }
  | { readonly state: "open"; readonly giftSession: string };

const STORAGE_KEY = "giftSession";
const ABSENT_SESSION: DonorSession = { state: "absent" };
const listeners = new Set<() => void>();
let currentSession: DonorSession | undefined;

const readSession = (): DonorSession => {
  const storedSession = tabStore.getItem(STORAGE_KEY);
  return (currentSession ??=
    storedSession === null ? ABSENT_SESSION : { state: "open", giftSession: storedSession });
};

const setSession = (newSession: DonorSession) => {
  currentSession = newSession;
  if (newSession.state === "open") tabStore.setItem(STORAGE_KEY, newSession.giftSession);
  else tabStore.removeItem(STORAGE_KEY);
  for (const listener of listeners) listener();
};

export const openDonorSession = (giftSession: string): void =>
  setSession({ state: "open", giftSession });

/** `absent` if the donor has closed the session, `ended` if it has expired after one hour. */
export const closeDonorSession = (state: "absent" | "ended"): void => setSession({ state });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Prerendered pages never have a donor session. */
export const useDonorSession = (): DonorSession =>
  useSyncExternalStore(subscribe, readSession, () => ABSENT_SESSION);
