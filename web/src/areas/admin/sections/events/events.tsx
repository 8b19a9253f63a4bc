import { Link } from "react-router-dom";
import { eventEndpoints } from "#contracts/events.ts";
import { EVENT_TYPES } from "#contracts/choices.ts";
import { EVENT_READS, events, type AdminEvent } from "#data/events/resource.ts";
import type { Column } from "#kit/lists/list-table.tsx";
import { optionsOf, type Filter } from "#kit/lists/list-toolbar.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { useQueryString } from "#kit/lists/use-query-string.ts";
import { number, shortDay, timeRange } from "#lib/format.ts";
import { LinkButton } from "#ui/button.tsx";
import { WithFigures } from "#admin/with-figures.tsx";
import { AnnounceEvent, canAnnounce } from "./announce-event.tsx";
import { CancelEvent, ReinstateEvent } from "./cancel-event.tsx";
import { EventEditor } from "./event-editor.tsx";
import { EventFigures } from "./event-figures.tsx";
import { EventStatus, eventName, spotsText } from "./event-texts.tsx";
import { OngoingEvents } from "./ongoing-events.tsx";
import { Roster } from "./roster.tsx";

/** Leaves out the list's search and filters, because the roster has its own. */
const rosterLocation = ({ id }: AdminEvent) => ({ search: `?roster=${id}` });

const COLUMNS: readonly Column<AdminEvent>[] = [
  {
    name: "eventType",
    header: "Event",
    cell: (event) => (
      <span className="inline-flex flex-wrap items-center gap-2 @max-4xl:justify-end">
        <Link to={rosterLocation(event)} className="link link-hover font-semibold!">
          {event.eventType}
        </Link>
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
  { name: "volunteers", header: "Volunteers", align: "right", cell: spotsText },
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

/** The list of past events starts with the latest one. */
const PAST_LIST = eventEndpoints.listEventsWithCounts.list;
const UPCOMING_LIST = {
  ...PAST_LIST,
  sorts: ["date", "-date", "eventType", "-eventType"],
} as const;

const RosterLink = ({ event }: { readonly event: AdminEvent }) => (
  <LinkButton
    to={rosterLocation(event)}
    variant="outline"
    size="sm"
    aria-label={`Roster for ${eventName(event)}`}
  >
    Roster
  </LinkButton>
);

const renderMenuActions = (event: AdminEvent) =>
  event.status !== "past" && (
    <>
      {canAnnounce(event) && <AnnounceEvent event={event} />}
      {event.isActive ? <CancelEvent event={event} /> : <ReinstateEvent event={event} />}
    </>
  );

export const EventManagement = () => {
  const [params] = useQueryString();
  const { id: rosterId } = useOpenedRecord("roster");
  if (rosterId) return <Roster key={rosterId} id={rosterId} />;
  const isPast = params.get("when") === "past";
  return (
    <WithFigures
      figures={
        <>
          <EventFigures />
          <OngoingEvents />
        </>
      }
    >
      <RecordList
        pluralNoun="events"
        list={isPast ? PAST_LIST : UPCOMING_LIST}
        resource={events}
        refreshedReads={EVENT_READS}
        exportEndpoint="GET /api/events/export"
        filters={FILTERS}
        tabs={TABS}
        defaults={DEFAULTS}
        columns={isPast ? PAST_COLUMNS : COLUMNS}
        nameOf={eventName}
        editing={{
          noun: "event",
          Editor: EventEditor,
          deleteQuestion: "No one has signed up for this event. It will be permanently deleted.",
          renderMenuActions,
          canDelete: ({ registeredVolunteers }) => registeredVolunteers === 0,
        }}
        renderActions={(event) => <RosterLink event={event} />}
      />
    </WithFigures>
  );
};
