import { useSyncExternalStore } from "react";
import type { HomeData } from "#data/home/queries.ts";
import { paths } from "#lib/paths.ts";
import { saveReturnPath, takeReturnPath } from "#lib/session/return-path.ts";

/** The event for which a visitor pressed Sign up. They log in or apply first. */
export type WantedEvent = Pick<
  HomeData["upcomingEvents"][number],
  "id" | "eventType" | "date" | "startTime" | "endTime"
>;

let wantedEvent: WantedEvent | null = null;
const listeners = new Set<() => void>();

const change = (event: WantedEvent | null): void => {
  wantedEvent = event;
  for (const notify of listeners) notify();
};

/** Keeps the event for the application form, and has the next login lead to it. */
export const wantEvent = ({ id, eventType, date, startTime, endTime }: WantedEvent): void => {
  saveReturnPath("volunteer", paths.volunteerShift(id));
  change({ id, eventType, date, startTime, endTime });
};

export const forgetWantedEvent = (): void => {
  takeReturnPath("volunteer");
  change(null);
};

const subscribe = (notify: () => void) => {
  listeners.add(notify);
  return () => void listeners.delete(notify);
};

/** Null on prerendered pages. */
export const useWantedEvent = (): WantedEvent | null =>
  useSyncExternalStore(
    subscribe,
    () => wantedEvent,
    () => null,
  );
