import type { AdminEvent } from "#data/events/resource.ts";
import { calendarDay, number, shortDay } from "#lib/format.ts";
import { Badge } from "#ui/badge.tsx";

export const nameOf = ({ eventType, date }: Pick<AdminEvent, "eventType" | "date">): string =>
  `${eventType} on ${shortDay(date)}`;

export const titleOf = ({ eventType, date }: Pick<AdminEvent, "eventType" | "date">): string =>
  `${eventType}, ${calendarDay(date)}`;

/** Formats the spots taken, such as `12 of 20, 3 waiting`. */
export const placesText = (event: AdminEvent): string => {
  const { registeredVolunteers, maxVolunteers, waitingVolunteers } = event;
  const limit = maxVolunteers === null ? "" : ` of ${number(maxVolunteers)}`;
  const waiting = waitingVolunteers === 0 ? "" : `, ${number(waitingVolunteers)} waiting`;
  return `${number(registeredVolunteers)}${limit}${waiting}`;
};

export const EventBadge = ({ status, isActive }: Pick<AdminEvent, "status" | "isActive">) => {
  if (!isActive) return <Badge tone="problem">Canceled</Badge>;
  if (status !== "ongoing") return null;
  return <Badge tone="now">Live Now</Badge>;
};
