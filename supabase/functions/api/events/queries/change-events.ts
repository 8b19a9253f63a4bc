import type { Row, Sql } from "../../../_shared/clients/database.ts";
import type { ParsedInput } from "../../../_shared/contracts/endpoint.ts";
import type { eventEndpoints } from "../../../_shared/contracts/events.ts";
import { AppError } from "../../../_shared/errors.ts";
import { readToday } from "../../../_shared/queries/today.ts";
import { createWrites } from "../../../_shared/queries/write.ts";
import { chooseShiftEmails } from "../../volunteer-event-registrations/queries.ts";
import { type EventWithCounts, findEvent } from "./read-events.ts";

type BodyOf<Name extends keyof typeof eventEndpoints> = ParsedInput<
  (typeof eventEndpoints)[Name]
>["body"];

const { update, remove } = createWrites("events", { readCurrent: findEvent });

/** Creates one event per week, at the same local time. Returns the first. */
export async function createEvents(
  sql: Sql,
  {
    eventType,
    date,
    startTime,
    endTime,
    endsNextDay = false,
    address,
    note = null,
    maxVolunteers,
    repeatWeekly = 1,
  }: BodyOf<"createEvent">,
): Promise<EventWithCounts | undefined> {
  await requireFutureDate(sql, date);
  const rows = await sql<{ id: string; date: string }[]>`
    insert into public.events (event_type, date, start_time, end_time, ends_next_day, address, note)
    select ${eventType}, ${date}::date + 7 * week, ${startTime}::time, ${endTime}::time, ${endsNextDay},
      ${address}, ${note || null}
    from generate_series(0, ${repeatWeekly - 1}::integer) as week
    returning id, date`;
  const ids = rows.toSorted((left, right) => (left.date < right.date ? -1 : 1)).map(({ id }) => id);
  if (maxVolunteers) await addLimit(sql, ids, maxVolunteers);
  return findEvent(sql, ids[0] ?? "");
}

/** Rejects past dates here too, because the form's own check can be bypassed (AEVT-11). */
async function requireFutureDate(sql: Sql, date: string): Promise<void> {
  if (date >= (await readToday(sql))) return;
  throw new AppError("validation_failed", {
    issues: [{ path: "date", message: "Choose today or a later date." }],
  });
}

const addLimit = (sql: Sql, eventIds: readonly string[], maxVolunteers: number) =>
  sql`
    insert into public.volunteer_shifts (event_id, max_volunteers)
    select event_id::uuid, ${maxVolunteers}
    from jsonb_array_elements_text(${sql.json(eventIds)}) as event_id`;

interface LockedEvent {
  readonly registeredVolunteers: number;
  readonly hasStarted: boolean;
  readonly isOver: boolean;
  readonly limit: number | null;
}

/** Locks the shift before the event, in the same order as joining, to avoid deadlocks. */
async function lockEvent(sql: Sql, id: string): Promise<LockedEvent | undefined> {
  const [limitRow] = await sql<{ limit: number }[]>`
    select max_volunteers as limit from public.volunteer_shifts where event_id = ${id} for update`;
  const [event] = await sql<Omit<LockedEvent, "limit">[]>`
    select registered_volunteers, starts_at <= now() as has_started, ends_at < now() as is_over
    from public.events where id = ${id}
    for update`;
  return event && { ...event, limit: limitRow?.limit ?? null };
}

/**
 * Updates an event. Past events can be fully corrected, which recalculates hours and packages, but past events have to
 * stay in the past, and upcoming events can't move into the past. A trigger emails the participants when an event
 * moves.
 */
export async function updateEvent(
  sql: Sql,
  id: string,
  { maxVolunteers, sendsEmail, ...changes }: BodyOf<"updateEvent">,
): Promise<EventWithCounts | undefined> {
  await chooseShiftEmails(sql, sendsEmail);
  const earlierEvent = await lockEvent(sql, id);
  if (earlierEvent === undefined) return undefined;
  await update(sql, id, changes);
  if (maxVolunteers !== undefined && maxVolunteers !== earlierEvent.limit) {
    await changeLimit(sql, id, earlierEvent, maxVolunteers);
  }
  const [updatedEvent] = await sql<[{ isOver: boolean }]>`
    select ends_at < now() as is_over from public.events where id = ${id}`;
  if (earlierEvent.isOver && !updatedEvent.isOver) {
    throw createDateConflictError("This event is over. Please create a new one for a later date.");
  }
  if (!earlierEvent.hasStarted && updatedEvent.isOver) {
    throw createDateConflictError(
      "This event hasn't taken place yet, so its date can't be in the past.",
    );
  }
  return findEvent(sql, id);
}

const createDateConflictError = (message: string) =>
  new AppError("conflict", { message, issues: [{ path: "date", message }] });

/**
 * Changes an event's limit. Volunteers on the waiting list get the added spots, in order. Without a limit, all of them
 * get a spot.
 */
async function changeLimit(
  sql: Sql,
  id: string,
  { limit, registeredVolunteers }: LockedEvent,
  newLimit: number | null,
): Promise<void> {
  if (newLimit !== null && newLimit < registeredVolunteers) {
    const message = `The limit can't be lower than ${registeredVolunteers}, because that many have already signed up.`;
    throw new AppError("conflict", { message, issues: [{ path: "maxVolunteers", message }] });
  }
  if (limit === null && newLimit !== null) {
    await addLimit(sql, [id], newLimit);
  } else if (newLimit !== null) {
    await sql`update public.volunteer_shifts set max_volunteers = ${newLimit} where event_id = ${id}`;
  } else {
    await removeLimit(sql, id);
  }
}

/** A canceled event can't give out spots, so removing the limit would lose its waiting list. */
async function removeLimit(sql: Sql, id: string): Promise<void> {
  const event = await findEvent(sql, id);
  if (event?.isActive === false && event.status !== "past" && event.waitingVolunteers > 0) {
    const message =
      "This canceled event still has volunteers on its waiting list. Please reinstate it before you remove the limit.";
    throw new AppError("conflict", { message, issues: [{ path: "maxVolunteers", message }] });
  }
  await sql`select private.remove_limit(${id})`;
}

/** Only the first of several concurrent cancellations takes effect, so emails go out once. */
export async function cancelEvent(
  sql: Sql,
  id: string,
  { reason, sendsEmail }: BodyOf<"cancelEvent">,
): Promise<EventWithCounts | undefined> {
  await chooseShiftEmails(sql, sendsEmail);
  await sql`
    update public.events set is_active = false, cancellation_reason = ${reason || null}
    where id = ${id} and is_active and ends_at >= now()`;
  const event = await findEvent(sql, id);
  if (event?.isActive) throw new AppError("event_over");
  return event;
}

export async function reinstateEvent(
  sql: Sql,
  id: string,
  sendsEmail: boolean | undefined,
): Promise<EventWithCounts | undefined> {
  await chooseShiftEmails(sql, sendsEmail);
  await lockEvent(sql, id);
  await sql`
    update public.events set is_active = true, cancellation_reason = null
    where id = ${id} and not is_active and ends_at >= now()`;
  const event = await findEvent(sql, id);
  if (event?.isActive === false) throw new AppError("event_over");
  return event;
}

/** The policy allows deletion only of events nobody has joined. Returns undefined if there is no such event. */
export async function deleteEvent(
  sql: Sql,
  id: string,
  shownVersion?: string,
): Promise<Row<"events"> | undefined> {
  const removedEvent = await remove(sql, id, shownVersion);
  if (removedEvent !== undefined || (await findEvent(sql, id)) === undefined) return removedEvent;
  throw new AppError("conflict", {
    message:
      "Volunteers have signed up for this event, so it can't be deleted. Please cancel it instead.",
  });
}

type JoinResult =
  | { readonly state: "joined"; readonly position: null }
  | { readonly state: "waitlisted"; readonly position: number };

/** Throws CP071 if the volunteer has another shift at the same time, unless they want to join anyway. */
export async function joinEvent(sql: Sql, eventId: string, anyway: boolean): Promise<JoinResult> {
  const [row] = await sql<
    [{ result: JoinResult }]
  >`select private.join_event(${eventId}, ${anyway}) as result`;
  return row.result;
}

export async function leaveEvent(sql: Sql, eventId: string): Promise<"left" | "left_waitlist"> {
  const [row] = await sql<[{ result: { state: "left" | "left_waitlist" } }]>`
    select private.leave_event(${eventId}) as result`;
  return row.result.state;
}
