import { TZDate } from "@date-fns/tz";
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
  /** What to bring, or which door. */
  readonly note: string | null;
  readonly isCancelled: boolean;
  readonly createdAt: string;
  /** When something of it changed last that a calendar shows. */
  readonly revisedAt: string;
}

/** The shifts that a volunteer joined, as private.shift_calendar gives them. */
export interface ShiftCalendar {
  readonly organizationName: string | null;
  readonly timeZone: string;
  readonly shifts: readonly CalendarShift[];
}

/** How often calendar programs should ask again. */
const ASK_AGAIN_SECONDS = 4 * 3600;

/** As a calendar file (RFC 5545): in the organisation's time zone, under ids that stay, so that changes arrive. */
export function shiftCalendar(
  { organizationName, timeZone, shifts }: ShiftCalendar,
  dashboardUrl: string,
): string {
  const zone = calendarZone(timeZone);
  const calendar = ical({
    name: "Volunteer shifts",
    prodId: { company: "Care packages", product: "Volunteer shifts" },
    ttl: ASK_AGAIN_SECONDS,
    // The zone is each event's own: one of the whole calendar would also write the stamps, which are UTC, in it.
    timezone: { name: null, generator: () => zone?.definition ?? null },
  });
  for (const shift of shifts) {
    calendar.createEvent({
      id: shift.id,
      summary: shift.eventType,
      start: new TZDate(shift.startsAt, timeZone),
      end: new TZDate(shift.endsAt, timeZone),
      timezone: zone?.name ?? null,
      location: shift.address,
      description: [
        shift.description,
        shift.note,
        `Volunteer shift${organizationName === null ? "" : ` with ${organizationName}`}.`,
        `If you can't come, please cancel in your volunteer dashboard: ${dashboardUrl}`,
      ]
        .filter(Boolean)
        .join("\n"),
      url: dashboardUrl,
      status: shift.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      // Seconds in which it can have changed: a later state always has the higher number.
      sequence: secondsBetween(shift.createdAt, shift.revisedAt),
      created: new Date(shift.createdAt),
      stamp: new Date(shift.revisedAt),
      lastModified: new Date(shift.revisedAt),
    });
  }
  return calendar.toString();
}

const secondsBetween = (earlier: string, later: string): number =>
  Math.max(0, Math.floor((Date.parse(later) - Date.parse(earlier)) / 1000));

/** Under the name that its definition has, which is another than ours for zones with several. Unknown: times are UTC. */
function calendarZone(timeZone: string) {
  const [definition, name] = tzlib_get_ical_block(timeZone);
  return definition && name ? { definition, name: name.replace(/^TZID=/, "") } : undefined;
}
