/** A registration, event, hour entry and so on, as the database has it. */
interface Row {
  readonly [column: string]: unknown;
}

export interface HistoryRows {
  readonly people: readonly (Row & {
    readonly id: string;
    readonly opening_hours: number;
    readonly merged_into_id: string | null;
    readonly is_active: boolean;
  })[];
  readonly events: readonly (Row & {
    readonly id: string;
    readonly date: string;
    readonly start_time: string;
    readonly starts_at: string;
    readonly ends_at: string;
    readonly ends_next_day: boolean;
    readonly startsIn: number;
    readonly endsIn: number;
    readonly is_active: boolean;
    readonly canceled_at: string | null;
    readonly packages_packed: number;
    readonly registered_volunteers: number;
    readonly absent_volunteers: number;
    readonly shift: {
      readonly status: string;
      readonly max_volunteers: number;
      readonly signed_up_volunteers: number;
    } | null;
  })[];
  readonly registrations: readonly (Row & {
    readonly id: string;
    readonly person_id: string;
    readonly event_id: string;
    readonly attendance: string;
    readonly gave_up_spot: boolean;
    readonly confirmed_at: string | null;
    readonly confirmed_by: string | null;
    readonly is_late_promotion: boolean;
    readonly checked_in: string | null;
    readonly checked_out: string | null;
    readonly hours: number | null;
  })[];
  readonly places: readonly (Row & { readonly person_id: string; readonly event_id: string })[];
  readonly entries: readonly (Row & {
    readonly person_id: string;
    readonly date: string;
    readonly hours: number;
    readonly status: string;
    readonly is_beside_shift: boolean;
  })[];
}

interface PersonSums {
  readonly directory: number;
  readonly packages: number;
  readonly certificate: {
    readonly shiftHours: number;
    readonly handedInHours: number;
    readonly totalHours: number;
    readonly shifts: readonly { readonly hours: number }[];
  } | null;
  readonly dashboard: {
    readonly totalHours: number;
    readonly handedInHours: number;
    readonly shiftsCompleted: number;
    readonly packagesPacked: number;
  } | null;
  readonly months: readonly { readonly hours: number; readonly shifts: number }[];
}

export type Sums = Readonly<Record<string, PersonSums>>;

const HOUR = 3_600_000;
const round = (hours: number): number => Math.round((hours + Number.EPSILON) * 100) / 100;
const sumOf = (numbers: readonly number[]): number =>
  round(numbers.reduce((sum, number) => sum + number, 0));

const readMinutes = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 24 * HOUR).toISOString().slice(0, 10);

type EventRow = HistoryRows["events"][number];
type RegistrationRow = HistoryRows["registrations"][number];

/** Returns how many hours after the event's start the clocks showed this time. */
function measureOffset(time: string, { start_time: start }: EventRow): number {
  const minutes = readMinutes(time) - readMinutes(start);
  return (minutes <= -360 ? minutes + 1440 : minutes) / 60;
}

function computeWorkedHours(registration: RegistrationRow, meeting: EventRow): number {
  if (registration.hours !== null) return registration.hours;
  const length = (Date.parse(meeting.ends_at) - Date.parse(meeting.starts_at)) / HOUR;
  const { checked_in: checkedIn, checked_out: checkedOut } = registration;
  const from = checkedIn === null ? 0 : Math.max(0, measureOffset(checkedIn, meeting));
  const to = checkedOut === null ? length : measureOffset(checkedOut, meeting);
  return round(Math.max(0, to - from));
}

const isCanceled = ({ is_active: isActive, shift }: EventRow): boolean =>
  !isActive || shift?.status === "canceled";

/** Returns the shifts that count, from the rows alone. */
function findCountedShifts({ registrations, events }: HistoryRows) {
  return registrations.flatMap((registration) => {
    const meeting = events.find(({ id }) => id === registration.event_id)!;
    const isForgotten =
      isCanceled(meeting) &&
      Date.parse(registration.confirmed_at ?? "") < Date.parse(meeting.canceled_at ?? "");
    if (meeting.endsIn > 0 || registration.attendance !== "confirmed" || isForgotten) return [];
    return [
      {
        personId: registration.person_id,
        eventId: meeting.id,
        date: meeting.date,
        hours: computeWorkedHours(registration, meeting),
        packages: meeting.packages_packed,
        days: meeting.ends_next_day ? [meeting.date, dayAfter(meeting.date)] : [meeting.date],
      },
    ];
  });
}

type CountedShift = ReturnType<typeof findCountedShifts>[number];

/** Returns the hours outside shifts that count, from the rows alone. */
const findCountedEntries = ({ entries }: HistoryRows, shifts: readonly CountedShift[]) =>
  entries.filter(
    (entry) =>
      entry.status === "approved" &&
      (entry.is_beside_shift ||
        !shifts.some(
          ({ personId, days }) => personId === entry.person_id && days.includes(entry.date),
        )),
  );

function recomputeSums(rows: HistoryRows, personId: string) {
  const shifts = findCountedShifts(rows).filter((shift) => shift.personId === personId);
  const entries = findCountedEntries(rows, shifts).filter((entry) => entry.person_id === personId);
  return {
    shiftHours: sumOf(shifts.map(({ hours }) => hours)),
    entryHours: sumOf(entries.map(({ hours }) => hours)),
    packages: sumOf(shifts.map(({ packages }) => packages)),
    shifts: shifts.length,
  };
}

/** Returns every sum that differs from the one recomputed from the rows. */
export function findWrongSums(rows: HistoryRows, sums: Sums): string[] {
  return rows.people.flatMap(({ id, opening_hours: opening, merged_into_id: mergedInto }) => {
    if (mergedInto !== null) return [];
    const { shiftHours, entryHours, packages, shifts } = recomputeSums(rows, id);
    const worked = sumOf([shiftHours, entryHours]);
    const { directory, packages: shownPackages, certificate, dashboard, months } = sums[id]!;
    const figures: readonly (readonly [name: string, shown: number | undefined, right: number])[] =
      [
        ["directory", directory, sumOf([opening, worked])],
        ["directory's packages", shownPackages, packages],
        ["certificate", certificate?.totalHours, worked],
        ["certificate's shift hours", certificate?.shiftHours, shiftHours],
        [
          "certificate's rows",
          sumOf(certificate?.shifts.map(({ hours }) => hours) ?? []),
          shiftHours,
        ],
        ["certificate's shifts", certificate?.shifts.length, shifts],
        ["certificate's handed-in hours", certificate?.handedInHours, entryHours],
        ["months", sumOf(months.map(({ hours }) => hours)), worked],
        ["months' shifts", sumOf(months.map((month) => month.shifts)), shifts],
        ...(dashboard === null
          ? []
          : ([
              ["dashboard", dashboard.totalHours, sumOf([opening, shiftHours])],
              ["dashboard's handed-in hours", dashboard.handedInHours, entryHours],
              ["dashboard's shifts", dashboard.shiftsCompleted, shifts],
              ["dashboard's packages", dashboard.packagesPacked, packages],
            ] as const)),
      ];
    return figures
      .filter(([, shown, right]) => shown !== right)
      .map(([name, shown, right]) => `${name}: ${shown} instead of ${right}`);
  });
}

/** Figures of the whole organization. */
export interface SiteFigures {
  readonly rows: HistoryRows;
  readonly today: string;
  readonly firstDay: string;
  /** The hours of all counted shifts, without those of others. */
  readonly siteHours: number;
  /** What others worked this month. */
  readonly otherHours: number;
  readonly overview: {
    readonly volunteerHours: number;
    readonly completedEvents: readonly {
      readonly id: string;
      readonly volunteers: number;
      readonly hours: number;
    }[];
  };
}

/** Returns every figure of the organization that differs from the one recomputed from the rows. `reported` are all hours. */
export function findWrongFigures(end: SiteFigures, reported: number): string[] {
  const { rows, overview } = end;
  const shifts = findCountedShifts(rows);
  const entries = findCountedEntries(rows, shifts);
  const hoursOf = (counted: readonly { readonly hours: number }[]): number =>
    sumOf(counted.map(({ hours }) => hours));
  const isThisMonth = ({ date }: { readonly date: string }): boolean =>
    date >= end.firstDay && date <= end.today;
  const thisMonth = [...shifts, ...entries].filter(isThisMonth);
  const toTenths = (hours: number): number => Math.round(sumOf([hours]) * 10) / 10;
  const figures: readonly (readonly [name: string, shown: number, right: number])[] = [
    ["site", end.siteHours, hoursOf(shifts)],
    ["report", reported, hoursOf([...shifts, ...entries])],
    ["overview", overview.volunteerHours, toTenths(hoursOf(thisMonth) + end.otherHours)],
    ...overview.completedEvents.flatMap(({ id, hours, volunteers }) => {
      const meeting = rows.events.find((event) => event.id === id);
      if (meeting === undefined) return [];
      const joined = meeting.registered_volunteers - meeting.absent_volunteers;
      const worked = hoursOf(shifts.filter(({ eventId }) => eventId === id));
      return [
        ["overview's event", hours, toTenths(worked)],
        ["overview's volunteers", volunteers, joined],
      ] as const;
    }),
  ];
  return figures
    .filter(([, shown, right]) => shown !== right)
    .map(([name, shown, right]) => `${name}: ${shown} instead of ${right}`);
}

/** Returns the rows of some people and events. */
export function pickRows(
  { people, events, registrations, places, entries }: HistoryRows,
  isOwn: (id: string) => boolean,
): HistoryRows {
  return {
    people: people.filter(({ id }) => isOwn(id)),
    events: events.filter(({ id }) => isOwn(id)),
    registrations: registrations.filter((row) => isOwn(row.event_id)),
    places: places.filter((row) => isOwn(row.event_id)),
    entries: entries.filter((row) => isOwn(row.person_id)),
  };
}

/** Returns what can't be, whatever happened. */
export function findContradictions(rows: HistoryRows): string[] {
  const { people, events, registrations, places } = rows;
  const merged = new Set(people.flatMap(({ id, merged_into_id: kept }) => (kept ? [id] : [])));
  const problems: string[] = [];
  const report = (isWrong: boolean, problem: string) => {
    if (isWrong) problems.push(problem);
  };
  for (const row of [...registrations, ...places, ...rows.entries]) {
    report(merged.has(row.person_id), "someone who was merged still has rows");
  }
  for (const meeting of events) {
    const own = registrations.filter(({ event_id: id }) => id === meeting.id);
    const waiting = places.filter(({ event_id: id }) => id === meeting.id);
    const isAhead = meeting.startsIn > 0;
    const absent = own.filter(
      ({ attendance, gave_up_spot: gaveUp }) => attendance === "absent" && !gaveUp,
    );
    const joined = own.filter(
      ({ attendance, gave_up_spot: gaveUp }) => attendance !== "absent" || !gaveUp,
    );
    const taken = own.filter(({ gave_up_spot: gaveUp }) => !gaveUp).length;
    report(meeting.registered_volunteers !== joined.length, "wrong number of volunteers");
    report(meeting.absent_volunteers !== absent.length, "wrong number of absent volunteers");
    report(
      meeting.startsIn > 1 && own.some(({ attendance }) => attendance === "confirmed"),
      "someone is present more than an hour before the start",
    );
    report(
      own.some(
        (row) =>
          row.is_late_promotion && row.attendance === "confirmed" && row.confirmed_by === null,
      ),
      "the job marked someone present who moved up late",
    );
    report(isAhead && absent.length > 0, "someone who is absent beforehand keeps their spot");
    report(
      waiting.some((place) => own.some((row) => row.person_id === place.person_id)),
      "someone waits for a shift that they're on",
    );
    const { shift } = meeting;
    if (shift === null) continue;
    report(shift.signed_up_volunteers !== taken, "wrong number of taken spots");
    const isOpen = meeting.is_active && shift.status === "active" && meeting.startsIn > 12;
    const next = waiting.filter(
      (place) => people.find(({ id }) => id === place.person_id)!.is_active,
    );
    report(
      isOpen && next.length > 0 && taken < shift.max_volunteers,
      "a free spot while someone waits",
    );
  }
  return problems;
}
