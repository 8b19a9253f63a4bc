import { Link } from "react-router-dom";
import { useOverview } from "#data/overview/queries.ts";
import { number, shortDay } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { EmptyState } from "#ui/states.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { LatestCard } from "./latest-card.tsx";

/** The latest past events with attendance and hours. */
export const CompletedEvents = () => (
  <LatestCard title="Completed Events" to={paths.dashboard("events")} linkLabel="All events">
    <QueryStates query={useOverview()} subject="completed events">
      {({ completedEvents }) =>
        completedEvents.length === 0 ? (
          <EmptyState title="No completed events yet" />
        ) : (
          <ul className="divide-base-300 divide-y">
            {completedEvents.map(({ id, eventType, date, volunteers, hours }) => (
              <li key={id} className="flex items-center gap-4 py-3">
                <div className="min-w-0 flex-1">
                  <Link
                    to={`${paths.dashboard("events")}?roster=${id}`}
                    className="link link-hover font-semibold"
                  >
                    {eventType}
                  </Link>
                  <p className="quiet text-sm">
                    <time dateTime={date}>{shortDay(date)}</time>
                  </p>
                </div>
                <p className="text-right tabular-nums">
                  <span className="block font-semibold whitespace-nowrap">
                    {`${hours.toFixed(1)} hours`}
                  </span>
                  <span className="quiet text-sm whitespace-nowrap">
                    {`${number(volunteers)} volunteer${volunteers === 1 ? "" : "s"}`}
                  </span>
                </p>
              </li>
            ))}
          </ul>
        )
      }
    </QueryStates>
  </LatestCard>
);
