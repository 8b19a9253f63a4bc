import type { AdminEvent } from "#data/events/resource.ts";
import { StatusBadge, type StatusLooks } from "#kit/lists/status-badge.tsx";
import { calendarDay, countWithNoun, number, shortDay } from "#lib/format.ts";

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

export const hasPeople = (event: AdminEvent): boolean =>
  event.registeredVolunteers + event.waitingVolunteers > 0;

/** Returns text about everyone on a shift, such as `the 12 people who signed up and the 3 on the waiting list`. */
export const describePeople = ({ registeredVolunteers, waitingVolunteers }: AdminEvent): string => {
  const waitingPhrase = `the ${number(waitingVolunteers)} on the waiting list`;
  if (registeredVolunteers === 0) return waitingPhrase;
  const registeredPhrase = `the ${countWithNoun(registeredVolunteers, "person", "people")} who signed up`;
  return waitingVolunteers === 0 ? registeredPhrase : `${registeredPhrase} and ${waitingPhrase}`;
};

const EVENT_STATUS = {
  canceled: { label: "Canceled", tone: "problem" },
  ongoing: { label: "Live Now", tone: "now" },
} satisfies StatusLooks;

export const EventStatus = ({ status, isActive }: Pick<AdminEvent, "status" | "isActive">) => {
  if (!isActive) return <StatusBadge looks={EVENT_STATUS} status="canceled" />;
  return status === "ongoing" && <StatusBadge looks={EVENT_STATUS} status={status} />;
};
