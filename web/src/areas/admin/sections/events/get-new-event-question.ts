import { createEventInput } from "#contracts/events.ts";
import { findSameEvent } from "#data/events/resource.ts";
import type { FormValues } from "#kit/forms/record-form.tsx";
import type { FormQuestion } from "#kit/forms/use-question.ts";
import { DAY_MS, endDay } from "#lib/time/day-and-time.ts";
import { calendarDay, timeRange } from "#lib/format.ts";
import { logError } from "#lib/log.ts";
import { toInstant } from "#lib/time/zones.ts";

/** Returns the date and the dates of the same weekday in the following weeks. */
const listWeeklyDates = (date: string, weekCount: number): readonly string[] =>
  Array.from({ length: weekCount }, (_, week) =>
    new Date(Date.parse(date) + 7 * week * DAY_MS).toISOString().slice(0, 10),
  );

/** Returns a confirmation question for an event that duplicates another or is already over; null for other events. */
export const getNewEventQuestion = async (
  values: FormValues,
  timeZone: string,
): Promise<FormQuestion | null> => {
  const event = createEventInput.parse(values);
  const { eventType, date, startTime, endTime, endsNextDay = false, repeatWeekly = 1 } = event;
  const duplicate = await findSameEvent(event, listWeeklyDates(date, repeatWeekly)).catch(
    (error: unknown) => {
      // A failed check doesn't keep the event from being saved. If the server is down, saving will report that.
      logError("The check for duplicate events failed", error);
    },
  );
  const endsAt = toInstant(endDay(date, endsNextDay), endTime, timeZone);
  const hasEnded = Date.parse(endsAt) <= Date.now();
  const endedNote = hasEnded ? "It's already over, so no one can sign up." : "";
  if (duplicate) {
    const times = timeRange(duplicate.startTime, duplicate.endTime);
    return {
      title: "Add this event again?",
      body: `There's already one at this location: ${eventType}, ${calendarDay(duplicate.date)}, ${times}. ${endedNote}`,
      confirmLabel: "Add it again",
    };
  }
  if (!hasEnded) return null;
  return {
    title: "Add a past event?",
    body: `${calendarDay(date)}, ${timeRange(startTime, endTime)}. ${endedNote}`,
    confirmLabel: "Add it anyway",
  };
};
