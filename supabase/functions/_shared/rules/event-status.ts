import type { EVENT_STATUSES } from "../contracts/choices.ts";

type EventStatus = (typeof EVENT_STATUSES)[number];

/** Both ends belong to it (A§4). What is ongoing has not ended, so lists of what is upcoming have it, too. */
export function eventStatus(
  { startsAt, endsAt }: { readonly startsAt: string; readonly endsAt: string },
  now = Date.now(),
): EventStatus {
  if (Date.parse(endsAt) < now) return "past";
  return Date.parse(startsAt) <= now ? "ongoing" : "upcoming";
}
