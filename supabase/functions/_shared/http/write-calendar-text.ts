import type { Environment } from "../env.ts";
import { SITE_PAGES } from "../rules/site-pages.ts";
import type { ShiftCalendar } from "../calendars/shift-calendar.ts";

/** Returns the text of a calendar file. Loads the calendar library, with its time zones, on first use. */
export async function writeCalendarText(
  { environment }: { readonly environment: Pick<Environment, "SITE_URL"> },
  calendar: ShiftCalendar,
): Promise<string> {
  const { createShiftCalendar } = await import("../calendars/shift-calendar.ts");
  return createShiftCalendar(
    calendar,
    new URL(SITE_PAGES.volunteerDashboard, environment.SITE_URL).toString(),
  );
}
