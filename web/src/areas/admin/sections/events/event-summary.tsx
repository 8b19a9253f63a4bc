import type { AdminEvent } from "#data/events/resource.ts";
import { calendarDay, timeRange } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import { cx } from "#ui/class-names.ts";
import { EventStatus, eventName, spotsText } from "./event-texts.tsx";

export interface EventSummaryProps {
  readonly event: AdminEvent;
  /** Also shows the day, and wraps a long address instead of cutting it off. */
  readonly isComplete?: boolean;
}

/** When and where an event takes place, who comes, and a link to its roster. */
export const EventSummary = ({ event, isComplete = false }: EventSummaryProps) => {
  const hours = timeRange(event.startTime, event.endTime);
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{event.eventType}</p>
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <EventStatus {...event} />
          <span className="quiet">
            {isComplete ? `${calendarDay(event.date)}, ${hours}` : hours}
          </span>
        </p>
        <p className={cx("quiet text-sm", !isComplete && "truncate")}>
          Volunteers: {spotsText(event)} · {event.address}
        </p>
      </div>
      <LinkButton
        to={`${paths.dashboard("events")}?roster=${event.id}`}
        variant="outline"
        size="sm"
        aria-label={`Roster for ${eventName(event)}`}
      >
        Roster
      </LinkButton>
    </div>
  );
};
