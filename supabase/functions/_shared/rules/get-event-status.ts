import type { EVENT_STATUSES } from "../contracts/choices.ts";

type EventStatus = (typeof EVENT_STATUSES)[number];

/**
 * Returns an event's status. Start and end are inclusive (AEVT-08). Ongoing events haven't ended, so lists of upcoming
 * events include them.
 */
export function getEventStatus(
  { startsAt, endsAt }: { readonly startsAt: string; readonly endsAt: string },
  now = Date.now(),
): EventStatus {
  if (Date.parse(endsAt) < now) return "past";
  return Date.parse(startsAt) <= now ? "ongoing" : "upcoming";
}

const CHECK_IN_MS = 60 * 60 * 1000;

/** People can be checked in from an hour before the start, which the database enforces. Nothing counts before the end. */
export const isCheckInOpen = ({ startsAt }: { readonly startsAt: string }, now: number): boolean =>
  Date.parse(startsAt) - now <= CHECK_IN_MS;
