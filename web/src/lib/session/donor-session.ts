import { useSyncExternalStore } from "react";

/**
 * The session opened by the link in an email. It lives in this tab only and never appears in a URL.
 * `ended` means that the one-hour session has expired.
 */
type DonorSession =
  | { readonly state: "absent" | "ended" }
  | { readonly state: "open"; readonly giftSession: string };

const KEY = "giftSession";
const ABSENT: DonorSession = { state: "absent" };
const listeners = new Set<() => void>();
let current: DonorSession | undefined;

const readSession = (): DonorSession => {
  const storedSession = sessionStorage.getItem(KEY);
  return (current ??=
    storedSession === null ? ABSENT : { state: "open", giftSession: storedSession });
};

const publish = (newSession: DonorSession) => {
  current = newSession;
  if (newSession.state === "open") sessionStorage.setItem(KEY, newSession.giftSession);
  else sessionStorage.removeItem(KEY);
  for (const listener of listeners) listener();
};

export const openDonorSession = (giftSession: string): void =>
  publish({ state: "open", giftSession });

/** `absent` when the donor closes it, `ended` when the one-hour session has expired. */
export const closeDonorSession = (state: "absent" | "ended"): void => publish({ state });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Always absent on prerendered pages. */
export const useDonorSession = (): DonorSession =>
  useSyncExternalStore(subscribe, readSession, () => ABSENT);
