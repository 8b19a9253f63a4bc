import CalendarDays from "lucide-react/icons/calendar-days";
import Clock from "lucide-react/icons/clock";
import MapPin from "lucide-react/icons/map-pin";
import type { ReactNode } from "react";
import type { Shift } from "#data/events/mutations.ts";
import { useTimeZone } from "#lib/time/dates.tsx";
import { calendarDay } from "#lib/format.ts";
import { formatShiftTimes } from "../shift-times.ts";

const getMapUrl = (address: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;

const Fact = ({
  icon: Icon,
  children,
}: {
  readonly icon: typeof Clock;
  readonly children: ReactNode;
}) => (
  <p className="flex items-start gap-2">
    <Icon aria-hidden="true" size={16} className="quiet mt-1 shrink-0" />
    <span className="min-w-0">{children}</span>
  </p>
);

/** Shows when and where the shift is, in the organization's time zone. */
export const ShiftFacts = ({ shift }: { readonly shift: Shift }) => {
  const { locationTimes, browserTimes } = formatShiftTimes(shift, useTimeZone());
  return (
    <div className="mt-1 grid gap-0.5">
      <div className="flex flex-wrap gap-x-5 gap-y-0.5">
        <Fact icon={CalendarDays}>
          <time dateTime={shift.startsAt}>{calendarDay(shift.date)}</time>
        </Fact>
        <Fact icon={Clock}>
          {locationTimes}
          {browserTimes && <span className="quiet block text-sm">{browserTimes} your time</span>}
        </Fact>
      </div>
      <Fact icon={MapPin}>
        <a
          href={getMapUrl(shift.address)}
          target="_blank"
          rel="noreferrer"
          className="link"
          aria-label={`${shift.address} (opens a map in a new tab)`}
        >
          {shift.address}
        </a>
      </Fact>
    </div>
  );
};
