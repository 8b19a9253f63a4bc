import { TZDate, tzOffset } from "@date-fns/tz";
import ical, { ICalEventStatus } from "ical-generator";
import { tzlib_get_ical_block } from "timezones-ical-library";

interface CalendarShift {
  readonly id: string;
  readonly eventType: string;
  readonly date: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly address: string;
  readonly description: string | null;
  /** Practical details, such as what to bring. */
  readonly note: string | null;
  readonly isCanceled: boolean;
  readonly createdAt: string;
  /** The time of the last change to a field that calendars show. */
  readonly revisedAt: string;
}

/** A volunteer's shifts, as private.shift_calendar returns them. */
export interface ShiftCalendar {
  readonly organizationName: string | null;
  readonly timeZone: string;
  readonly shifts: readonly CalendarShift[];
}

/** How often calendar apps should refetch the feed, in seconds. */
const REFRESH_SECONDS = 4 * 3600;

/**
 * Returns an iCalendar file (RFC 5545) in the organization's time zone. Event ids are stable, so calendars pick up
 * changes.
 */
export function createShiftCalendar(
  { organizationName, timeZone, shifts }: ShiftCalendar,
  dashboardUrl: string,
): string {
  const zone = findCalendarZone(timeZone);
  const calendar = ical({
    name: "Volunteer shifts",
    prodId: { company: "Care packages", product: "Volunteer shifts" },
    ttl: REFRESH_SECONDS,
    // The time zone is set for each event, because a time zone for the whole calendar would also apply to the UTC
    // timestamps.
    timezone: { name: null, generator: () => zone?.definition ?? null },
  });
  for (const shift of shifts) {
    const isInZone = ![shift.startsAt, shift.endsAt].some((moment) =>
      occursTwice(moment, timeZone),
    );
    const toCalendarTime = (moment: string) =>
      isInZone ? new TZDate(moment, timeZone) : new Date(moment);
    calendar.createEvent({
      id: shift.id,
      // Some calendars show canceled events like any other.
      summary: shift.isCanceled ? `Canceled: ${shift.eventType}` : shift.eventType,
      start: toCalendarTime(shift.startsAt),
      end: toCalendarTime(shift.endsAt),
      timezone: isInZone ? (zone?.name ?? null) : null,
      location: shift.address,
      description: [
        shift.isCanceled && "Canceled: this shift doesn't take place.",
        shift.description,
        shift.note,
        `Volunteer shift${organizationName === null ? "" : ` with ${organizationName}`}.`,
        !shift.isCanceled &&
          `If you can't come, please cancel in your volunteer dashboard: ${dashboardUrl}`,
      ]
        .filter(Boolean)
        .join("\n"),
      url: dashboardUrl,
      status: shift.isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      // Each revision needs a higher number than the last one, so we count the seconds since the shift was created.
      sequence: countSecondsBetween(shift.createdAt, shift.revisedAt),
      created: new Date(shift.createdAt),
      stamp: new Date(shift.revisedAt),
      lastModified: new Date(shift.revisedAt),
    });
  }
  return calendar.toString();
}

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Returns whether the clocks show this time twice, because they fall back. Calendar apps disagree on which of the two a
 * local time means, so such a shift is written in UTC.
 */
function occursTwice(moment: string, timeZone: string): boolean {
  const instant = Date.parse(moment);
  const offsetAt = (time: number) => tzOffset(timeZone, new Date(time));
  const fallsBackBy = offsetAt(instant - DAY_MS) - offsetAt(instant + DAY_MS);
  if (fallsBackBy <= 0) return false;
  const shift = fallsBackBy * MINUTE_MS;
  return (
    offsetAt(instant) - offsetAt(instant + shift) === fallsBackBy ||
    offsetAt(instant - shift) - offsetAt(instant) === fallsBackBy
  );
}

const countSecondsBetween = (earlierTime: string, laterTime: string): number =>
  Math.max(0, Math.floor((Date.parse(laterTime) - Date.parse(earlierTime)) / 1000));

/**
 * Returns a time zone's iCalendar definition and the name that the definition uses, which differs from ours if ours is
 * an alias. Returns undefined for unknown time zones.
 */
function findCalendarZone(timeZone: string) {
  const [definition, name] = tzlib_get_ical_block(timeZone);
  return definition && name ? { definition, name: name.replace(/^TZID=/, "") } : undefined;
}
