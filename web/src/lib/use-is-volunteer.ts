import { useSyncExternalStore } from "react";
import { VOLUNTEER_KEYS } from "./volunteer-keys.ts";

/** Another tab may log in or out. */
const subscribe = (onChange: () => void) => {
  addEventListener("storage", onChange);
  return () => removeEventListener("storage", onChange);
};

const hasRecord = () => VOLUNTEER_KEYS.some((key) => localStorage.getItem(key) !== null);
const hasNone = () => false;

/** Whether this browser keeps a volunteer's record; her dashboard checks it. Prerendered pages are written for visitors. */
export const useIsVolunteer = (): boolean => useSyncExternalStore(subscribe, hasRecord, hasNone);
