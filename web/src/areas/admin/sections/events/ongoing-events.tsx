import { events, type AdminEvent } from "#data/events/resource.ts";
import { useRecords } from "#data/resource.ts";
import { timeRange } from "#lib/format.ts";
import { LinkButton } from "#ui/button.tsx";
import { cx } from "#ui/class-names.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { EventStatus, eventName, spotsText } from "./event-texts.tsx";

const ONGOING_QUERY = { when: "ongoing", isActive: "true", sort: "date", limit: 50 };
const VISIBLE_EVENT_COUNT = 2;

const OngoingEvent = ({ event }: { readonly event: AdminEvent }) => (
  <li className="border-base-300 rounded-box flex h-24 flex-col justify-center border px-4">
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{event.eventType}</p>
        <p className="flex items-center gap-2 text-sm whitespace-nowrap">
          <EventStatus {...event} />
          <span className="quiet truncate">{timeRange(event.startTime, event.endTime)}</span>
        </p>
        <p className="quiet truncate text-sm">
          Volunteers: {spotsText(event)} · {event.address}
        </p>
      </div>
      <LinkButton
        to={{ search: `?roster=${event.id}` }}
        variant="outline"
        size="sm"
        aria-label={`Roster for ${eventName(event)}`}
      >
        Roster
      </LinkButton>
    </div>
  </li>
);

/** Lists ongoing events in a box that shows two at a time and scrolls (AEVT-03). */
export const OngoingEvents = () => (
  <section aria-labelledby="ongoing-events" className="card-box mb-8 p-5">
    <SectionHeading id="ongoing-events" className="mb-3">
      Ongoing Events
    </SectionHeading>
    <QueryStates query={useRecords(events, ONGOING_QUERY)} subject="ongoing events">
      {({ rows }) => {
        const isScrollable = rows.length > VISIBLE_EVENT_COUNT;
        return rows.length === 0 ? (
          <p className="quiet">No events are happening right now.</p>
        ) : (
          <div
            // Keyboard users must be able to scroll the box.
            tabIndex={isScrollable ? 0 : undefined}
            role={isScrollable ? "region" : undefined}
            aria-label={isScrollable ? "All ongoing events" : undefined}
            className={cx(isScrollable && "max-h-[12.75rem] overflow-y-auto pr-1")}
          >
            <ul aria-labelledby="ongoing-events" className="grid grid-cols-1 gap-3">
              {rows.map((event) => (
                <OngoingEvent key={event.id} event={event} />
              ))}
            </ul>
          </div>
        );
      }}
    </QueryStates>
  </section>
);
