import { useSyncExternalStore } from "react";
import { VOLUNTEER_KEYS } from "./volunteer-keys.ts";

/** Another tab may log in or out. */
const subscribe = (onChange: () => void) => {
  addEventListener("storage", onChange);
  return () => removeEventListener("storage", onChange);
};

const hasRecord = () => VOLUNTEER_KEYS.some((key) => localStorage.getItem(key) !== null);
const alwaysFalse = () => false;

/**
 * Returns whether this browser stores a volunteer's record, which the dashboard then checks. Always
 * false on prerendered pages.
 */
export const useIsVolunteer = (): boolean =>
  useSyncExternalStore(subscribe, hasRecord, alwaysFalse);
