import { useSyncExternalStore } from "react";
import type { HomeData } from "#data/home/queries.ts";
import { calendarDay } from "#lib/format.ts";
import { showSuccess } from "#ui/messages/show-success.ts";

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

/** Keeps the event for the application forms and for the next login, which leads to it, and says so. */
export const wantEvent = ({ id, eventType, date, startTime, endTime }: WantedEvent): void => {
  change({ id, eventType, date, startTime, endTime });
  showSuccess({
    title: `${eventType}, ${calendarDay(date)}`,
    description: "Apply or log in to sign up. We'll keep this event for you.",
  });
};

export const forgetWantedEvent = (): void => change(null);

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
