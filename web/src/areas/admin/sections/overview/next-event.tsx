import { events } from "#data/events/resource.ts";
import { useRecords } from "#data/resource.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { EventSummary } from "../events/event-summary.tsx";

/** Upcoming events include ongoing ones, and those start first. */
const NEXT_QUERY = { when: "upcoming", isActive: "true", sort: "date", limit: 10 };

/** The ongoing events or, if there aren't any, the next one. */
export const NextEvent = () => {
  const query = useRecords(events, NEXT_QUERY);
  const ongoingEvents = query.data?.rows.filter(({ status }) => status === "ongoing") ?? [];
  return (
    <section aria-labelledby="next-event" className="card-box mb-6 p-5">
      <SectionHeading id="next-event" className="mb-3">
        {ongoingEvents.length > 0 ? "Happening Now" : "Next Event"}
      </SectionHeading>
      <QueryStates query={query} subject="the next event" loadingRowCount={2}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="quiet">No events are coming up.</p>
          ) : (
            <ul className="grid grid-cols-1 gap-4">
              {(ongoingEvents.length > 0 ? ongoingEvents : rows.slice(0, 1)).map((event) => (
                <li key={event.id}>
                  <EventSummary event={event} isComplete />
                </li>
              ))}
            </ul>
          )
        }
      </QueryStates>
    </section>
  );
};
