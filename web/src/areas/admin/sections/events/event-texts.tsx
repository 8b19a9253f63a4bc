import type { AdminEvent } from "#data/events/resource.ts";
import { StatusBadge, type StatusLooks } from "#kit/lists/status-badge.tsx";
import { calendarDay, number, shortDay } from "#lib/format.ts";

export const eventName = ({ eventType, date }: Pick<AdminEvent, "eventType" | "date">): string =>
  `${eventType} on ${shortDay(date)}`;

export const eventTitle = ({ eventType, date }: Pick<AdminEvent, "eventType" | "date">): string =>
  `${eventType}, ${calendarDay(date)}`;

/** Returns text about the taken spots, such as `12 of 20, 3 waiting`. */
export const spotsText = (event: AdminEvent): string => {
  const { registeredVolunteers, maxVolunteers, waitingVolunteers } = event;
  const limit = maxVolunteers === null ? "" : ` of ${number(maxVolunteers)}`;
  const waitingText = waitingVolunteers === 0 ? "" : `, ${number(waitingVolunteers)} waiting`;
  return `${number(registeredVolunteers)}${limit}${waitingText}`;
};

const EVENT_STATUS = {
  canceled: { label: "Canceled", tone: "problem" },
  ongoing: { label: "Live Now", tone: "now" },
} satisfies StatusLooks;

export const EventStatus = ({ status, isActive }: Pick<AdminEvent, "status" | "isActive">) => {
  if (!isActive) return <StatusBadge looks={EVENT_STATUS} status="canceled" />;
  return status === "ongoing" && <StatusBadge looks={EVENT_STATUS} status={status} />;
};
