import type { HomeData } from "#data/home/queries.ts";
import { calendarDay, calendarParts, timeRange } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { useIsVolunteer } from "#lib/session/use-is-volunteer.ts";
import { LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/states.tsx";
import { PartHeading } from "./section-heading.tsx";

type Event = HomeData["upcomingEvents"][number];

/** Volunteers join on their dashboard; other visitors apply or log in first. */
const SignUpLink = ({ event }: { readonly event: Event }) => {
  const isVolunteer = useIsVolunteer();
  return (
    <LinkButton
      to={isVolunteer ? paths.volunteerShift(event.id) : paths.home("volunteer")}
      variant="outline"
      size="sm"
      className="ml-auto shrink-0 self-center"
      aria-label={`Sign up for ${event.eventType}, ${calendarDay(event.date)}`}
    >
      Sign up
    </LinkButton>
  );
};

interface EventRowProps {
  readonly event: Event;
  readonly isUpcoming: boolean;
}

const EventRow = ({ event, isUpcoming }: EventRowProps) => {
  const { month, day } = calendarParts(event.date);
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
        <p className="quiet text-sm">{event.address}</p>
      </div>
      {isUpcoming && <SignUpLink event={event} />}
    </li>
  );
};

const EventList = ({
  title,
  events,
  emptyText,
  isUpcoming = false,
}: {
  readonly title: string;
  readonly isUpcoming?: boolean;
  readonly events: readonly Event[];
  readonly emptyText: string;
}) => (
  <li>
    <PartHeading title={title} />
    {events.length === 0 ? (
      <EmptyState title={emptyText} />
    ) : (
      <ul className="divide-base-300 border-base-300 divide-y border-t">
        {events.map((event) => (
          <EventRow key={event.id} event={event} isUpcoming={isUpcoming} />
        ))}
      </ul>
    )}
  </li>
);

export interface EventsProps {
  readonly upcomingEvents: readonly Event[];
  readonly recentEvents: readonly Event[];
}

export const Events = ({ upcomingEvents, recentEvents }: EventsProps) => (
  <>
    <EventList
      title="Upcoming events"
      isUpcoming
      events={upcomingEvents}
      emptyText="No upcoming events right now"
    />
    <EventList title="Recent events" events={recentEvents} emptyText="No past events yet" />
  </>
);
