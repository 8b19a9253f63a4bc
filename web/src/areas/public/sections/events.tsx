import type { ReactNode } from "react";
import type { HomeData } from "#data/home/queries.ts";
import { calendarDay, splitDate, shortDay, timeRange } from "#lib/format.ts";
import { loadCode } from "#lib/code/load-code.ts";
import { paths } from "#lib/paths.ts";
import { useIsVolunteer } from "#lib/session/use-is-volunteer.ts";
import { LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/states.tsx";
import { SubsectionHeading } from "./section-heading.tsx";

type Event = HomeData["recentEvents"][number];
type UpcomingEvent = HomeData["upcomingEvents"][number];

/** Loaded when needed, to keep the home page small. */
const want = async (event: UpcomingEvent) => {
  const { wantEvent } = await loadCode(() => import("../wanted-event.ts"));
  wantEvent(event);
};

/** Volunteers join on their dashboard; other visitors apply or log in first, and the event is kept. */
const SignUpLink = ({ event }: { readonly event: UpcomingEvent }) => {
  const isVolunteer = useIsVolunteer();
  return (
    <LinkButton
      to={isVolunteer ? paths.volunteerShift(event.id) : paths.home("volunteer")}
      onClick={isVolunteer ? undefined : () => void want(event)}
      variant="outline"
      size="sm"
      className="ml-auto shrink-0 self-center"
      aria-label={`${event.isFull ? "Join the waiting list" : "Sign up"} for ${event.eventType}, ${calendarDay(event.date)}`}
    >
      {event.isFull ? (
        <span>
          Waiting <br className="md:hidden" />
          list
        </span>
      ) : (
        "Sign up"
      )}
    </LinkButton>
  );
};

interface UpcomingEventProps {
  readonly event: UpcomingEvent;
  /** True if an earlier event is at the same address, so the first part of the address is enough. */
  readonly repeatsAddress: boolean;
}

const UpcomingEventRow = ({ event, repeatsAddress }: UpcomingEventProps) => {
  const { month, day } = splitDate(event.date);
  return (
    <li className="flex gap-3.5 py-2 md:py-3.5">
      <span
        aria-hidden="true"
        className="bg-base-100 border-base-300 flex h-13 w-12 shrink-0 flex-col items-center justify-center rounded-xl border"
      >
        <span className="text-secondary text-xs font-bold uppercase">{month}</span>
        <span className="font-display text-xl leading-none font-semibold">{day}</span>
      </span>
      <div className="min-w-0 leading-snug">
        <h4 className="font-semibold">{event.eventType}</h4>
        <p className="quiet text-sm">
          <time dateTime={event.date} className="sr-only">
            {calendarDay(event.date)},
          </time>{" "}
          {timeRange(event.startTime, event.endTime)}
        </p>
        <p className="quiet text-sm">
          {repeatsAddress ? event.address.split(",")[0] : event.address}
        </p>
      </div>
      <SignUpLink event={event} />
    </li>
  );
};

const PastEvent = ({ event }: { readonly event: Event }) => (
  <li className="quiet flex justify-between gap-3 py-2 text-sm">
    <h4>{event.eventType}</h4>
    <time dateTime={event.date}>{shortDay(event.date)}</time>
  </li>
);

interface EventListProps {
  readonly title: string;
  readonly emptyText: string;
  readonly children: readonly ReactNode[];
}

const EventList = ({ title, emptyText, children }: EventListProps) => (
  <li>
    <SubsectionHeading title={title} />
    {children.length === 0 ? (
      <EmptyState title={emptyText} />
    ) : (
      <ul className="divide-base-300 border-base-300 divide-y border-t">{children}</ul>
    )}
  </li>
);

export interface EventsProps {
  readonly upcomingEvents: readonly UpcomingEvent[];
  readonly recentEvents: readonly Event[];
}

export const Events = ({ upcomingEvents, recentEvents }: EventsProps) => (
  <>
    <EventList title="Upcoming events" emptyText="No upcoming events right now">
      {upcomingEvents.map((event, index) => (
        <UpcomingEventRow
          key={event.id}
          event={event}
          repeatsAddress={
            upcomingEvents.findIndex(({ address }) => address === event.address) < index
          }
        />
      ))}
    </EventList>
    <EventList title="Recent events" emptyText="No past events yet">
      {recentEvents.map((event) => (
        <PastEvent key={event.id} event={event} />
      ))}
    </EventList>
  </>
);
