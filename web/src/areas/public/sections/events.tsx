import MapPin from "lucide-react/icons/map-pin";
import type { HomeData } from "../../../data/home/queries.ts";
import { calendarDay, calendarParts, timeRange } from "../../../lib/format.ts";
import { EmptyState } from "../../../ui/states.tsx";

type Event = HomeData["upcomingEvents"][number];

const EventRow = ({ event }: { readonly event: Event }) => {
  const { month, day } = calendarParts(event.date);
  return (
    <li className="flex gap-4 py-4">
      <span
        aria-hidden="true"
        className="bg-base-100 border-base-300 flex h-16 w-14 shrink-0 flex-col items-center justify-center overflow-hidden rounded-xl border"
      >
        <span className="text-secondary text-xs font-bold uppercase">{month}</span>
        <span className="font-display text-2xl leading-none font-semibold">{day}</span>
      </span>
      <div className="min-w-0">
        <h4 className="font-semibold">{event.eventType}</h4>
        <p className="quiet text-sm">
          <time dateTime={event.date}>{calendarDay(event.date)}</time>,{" "}
          {timeRange(event.startTime, event.endTime)}
        </p>
        <p className="quiet mt-0.5 flex items-start gap-1 text-sm">
          <MapPin aria-hidden="true" size={15} className="mt-0.5 shrink-0" />
          {event.address}
        </p>
      </div>
    </li>
  );
};

const EventList = ({
  title,
  events,
  empty,
}: {
  readonly title: string;
  readonly events: readonly Event[];
  readonly empty: string;
}) => (
  <div>
    <h3 className="font-display mb-3 text-2xl font-semibold">{title}</h3>
    {events.length === 0 ? (
      <EmptyState title={empty} />
    ) : (
      <ul className="divide-base-300 divide-y">
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
    )}
  </div>
);

export interface EventsProps {
  readonly upcoming: readonly Event[];
  readonly recent: readonly Event[];
}

export const Events = ({ upcoming, recent }: EventsProps) => (
  <>
    <EventList title="Upcoming events" events={upcoming} empty="No upcoming events right now" />
    <EventList title="Recent events" events={recent} empty="No past events yet" />
  </>
);
