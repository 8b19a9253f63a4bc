import { useSyncExternalStore } from "react";

/**
 * The session opened by the link in an email. It lives in this tab only and never appears in a URL.
 * `ended` means that the one-hour session has expired.
 */
type DonorSession =
  | { readonly state: "absent" | "ended" }
  | { readonly state: "open"; readonly giftSession: string };

const STORAGE_KEY = "giftSession";
const ABSENT_SESSION: DonorSession = { state: "absent" };
const listeners = new Set<() => void>();
let currentSession: DonorSession | undefined;

const readSession = (): DonorSession => {
  const storedSession = sessionStorage.getItem(STORAGE_KEY);
  return (currentSession ??=
    storedSession === null ? ABSENT_SESSION : { state: "open", giftSession: storedSession });
};

const setSession = (newSession: DonorSession) => {
  currentSession = newSession;
  if (newSession.state === "open") sessionStorage.setItem(STORAGE_KEY, newSession.giftSession);
  else sessionStorage.removeItem(STORAGE_KEY);
  for (const listener of listeners) listener();
};

export const openDonorSession = (giftSession: string): void =>
  setSession({ state: "open", giftSession });

/** `absent` when the donor closes it, `ended` when the one-hour session has expired. */
export const closeDonorSession = (state: "absent" | "ended"): void => setSession({ state });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Always absent on prerendered pages. */
export const useDonorSession = (): DonorSession =>
  useSyncExternalStore(subscribe, readSession, () => ABSENT_SESSION);
