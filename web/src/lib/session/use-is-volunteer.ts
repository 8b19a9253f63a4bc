import { useSyncExternalStore } from "react";
import { localStore } from "../browser-storage.ts";
import { VOLUNTEER_KEYS } from "./volunteer-keys.ts";

/** The user may log in or out in another tab. */
const subscribe = (onChange: () => void) => {
  addEventListener("storage", onChange);
  return () => removeEventListener("storage", onChange);
};

const hasRecord = () => VOLUNTEER_KEYS.some((key) => localStore.getItem(key) !== null);
const alwaysFalse = () => false;

/**
 * Returns whether this browser has stored a volunteer's record. Only the dashboard checks whether it's still valid.
 * Always false on prerendered pages.
 */
export const useIsVolunteer = (): boolean =>
  useSyncExternalStore(subscribe, hasRecord, alwaysFalse);
