import { useSyncExternalStore } from "react";
import { readVolunteerSession } from "./session.ts";

/** Another tab may log in or out. */
const subscribe = (onChange: () => void) => {
  addEventListener("storage", onChange);
  return () => removeEventListener("storage", onChange);
};

const hasRecord = () => readVolunteerSession().state === "valid";
const hasNone = () => false;

/** Whether this browser keeps a volunteer's record. Prerendered pages are written for visitors. */
export const useIsVolunteer = (): boolean => useSyncExternalStore(subscribe, hasRecord, hasNone);
