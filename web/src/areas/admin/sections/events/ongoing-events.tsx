import { events, type AdminEvent } from "#data/events/resource.ts";
import { useRecords } from "#data/resource.ts";
import { cx } from "#ui/class-names.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { EventSummary } from "./event-summary.tsx";

const ONGOING_QUERY = { when: "ongoing", isActive: "true", sort: "date", limit: 50 };
const VISIBLE_EVENT_COUNT = 2;

const OngoingEvent = ({ event }: { readonly event: AdminEvent }) => (
  <li className="border-base-300 rounded-box flex h-24 flex-col max-sm:h-40 justify-center border px-4">
    <EventSummary event={event} />
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
            className={cx(
              isScrollable && "max-h-[12.75rem] overflow-y-auto pr-1 max-sm:max-h-[20.75rem]",
            )}
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
