import { eventEndpoints } from "#contracts/events.ts";
import { EVENT_TYPES } from "#contracts/choices.ts";
import { EVENT_READS, events, type AdminEvent } from "#data/events/resource.ts";
import type { Column } from "#kit/data-table.tsx";
import { ExportButton } from "#kit/export-button.tsx";
import { optionsOf, type Filter } from "#kit/list-toolbar.tsx";
import { RecordTable } from "#kit/record-table.tsx";
import { useQueryString } from "#kit/use-query-string.ts";
import { number, shortDay, timeRange } from "#lib/format.ts";
import { LinkButton } from "#ui/button.tsx";
import { CancelEvent, ReinstateEvent } from "./cancel-event.tsx";
import { EventEditor } from "./event-editor.tsx";
import { EventFigures } from "./event-figures.tsx";
import { EventStatus, nameOf, placesText } from "./event-texts.tsx";
import { OngoingEvents } from "./ongoing-events.tsx";
import { Roster } from "./roster.tsx";

const COLUMNS: readonly Column<AdminEvent>[] = [
  {
    name: "eventType",
    header: "Event",
    cell: (event) => (
      <span className="inline-flex flex-wrap items-center gap-2 @max-4xl:justify-end">
        <span className="font-semibold">{event.eventType}</span>
        <EventStatus {...event} />
      </span>
    ),
  },
  {
    name: "date",
    header: "Date",
    cell: ({ date, startTime, endTime }) => (
      <>
        <span className="block whitespace-nowrap">{shortDay(date)}</span>
        <span className="quiet text-sm whitespace-nowrap">{timeRange(startTime, endTime)}</span>
      </>
    ),
  },
  {
    name: "address",
    header: "Location",
    cell: ({ address }) => <span className="sm:block sm:w-44 xl:w-56">{address}</span>,
  },
  { name: "volunteers", header: "Volunteers", align: "right", cell: placesText },
];

const PAST_COLUMNS: readonly Column<AdminEvent>[] = [
  ...COLUMNS,
  {
    name: "packages",
    header: "Packages",
    align: "right",
    cell: ({ packagesPacked }) => number(packagesPacked),
  },
];

const FILTERS: readonly Filter[] = [
  { name: "eventType", label: "Type", options: optionsOf(EVENT_TYPES) },
];
const TABS = {
  filter: "when",
  options: [
    { value: "upcoming", label: "Upcoming" },
    { value: "past", label: "Past" },
  ],
};
const DEFAULTS = { when: "upcoming" };

const { sorts } = eventEndpoints.listEventsWithCounts.list;
/** Upcoming events start with the next one, past events with the latest. */
const SOONEST_FIRST = { sorts: ["date", "-date", "eventType", "-eventType"] } as const;

const EventActions = ({ event }: { readonly event: AdminEvent }) => (
  <>
    <LinkButton
      to={{ search: `?roster=${event.id}` }}
      variant="primary"
      size="sm"
      aria-label={`Roster of ${nameOf(event)}`}
    >
      Roster
    </LinkButton>
    {event.status !== "past" &&
      (event.isActive ? <CancelEvent event={event} /> : <ReinstateEvent event={event} />)}
  </>
);

export const EventManagement = () => {
  const [params] = useQueryString();
  const roster = params.get("roster");
  if (roster) return <Roster key={roster} id={roster} />;
  const isPast = params.get("when") === "past";
  return (
    <>
      <EventFigures />
      <OngoingEvents />
      <RecordTable
        noun="event"
        columns={isPast ? PAST_COLUMNS : COLUMNS}
        filters={FILTERS}
        tabs={TABS}
        defaults={DEFAULTS}
        list={isPast ? { sorts } : SOONEST_FIRST}
        resource={events}
        nameOf={nameOf}
        Editor={EventEditor}
        renderActions={(event) => <EventActions event={event} />}
        canDelete={({ registeredVolunteers }) => registeredVolunteers === 0}
        deleteQuestion="No one has signed up for this event. It will be deleted for good."
        refreshes={EVENT_READS}
        renderListActions={(list) => (
          <ExportButton caption="events" from="GET /api/events/export" list={list} />
        )}
      />
    </>
  );
};
