import { useSyncExternalStore } from "react";
import type { SessionName } from "./session.ts";

/** The sessions that can't be used until it is this browser's turn to renew them (turns.ts). */
const waitingSessions = new Set<SessionName>();
const listeners = new Set<() => void>();

export const setWaiting = (name: SessionName, isWaiting: boolean): void => {
  if (isWaiting) waitingSessions.add(name);
  else waitingSessions.delete(name);
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useIsWaiting = (name: SessionName): boolean =>
  useSyncExternalStore(subscribe, () => waitingSessions.has(name));
