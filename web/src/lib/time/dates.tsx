import { createContext, useContext, type ReactNode } from "react";
import {
  DEFAULT_TIME_ZONE,
  longDate,
  shortDate,
  shortDay,
  shortMoment,
  formatYear,
} from "../format.ts";

const TimeZoneContext = createContext(DEFAULT_TIME_ZONE);

export interface TimeZoneProviderProps {
  /** The organization's time zone, which determines when its days and months start. */
  readonly timeZone: string | undefined;
  readonly children: ReactNode;
}

export const TimeZoneProvider = ({ timeZone, children }: TimeZoneProviderProps) => (
  <TimeZoneContext value={timeZone ?? DEFAULT_TIME_ZONE}>{children}</TimeZoneContext>
);

/** Returns the organization's time zone. */
export const useTimeZone = (): string => useContext(TimeZoneContext);

export interface MomentProps {
  readonly moment: string;
}

/** Postgres timestamps have microseconds, which `<time datetime>` doesn't allow. */
const toDateTime = (moment: string): string => new Date(moment).toISOString();

/** `Nov 20, 2026` in the organization's time zone. */
export const ShortDate = ({ moment }: MomentProps) => (
  <time dateTime={toDateTime(moment)}>{shortDate(moment, useTimeZone())}</time>
);

/** `Nov 20, 2026` from `YYYY-MM-DD`. */
export const ShortDay = ({ day }: { readonly day: string }) => (
  <time dateTime={day}>{shortDay(day)}</time>
);

/** `November 20, 2026` in the organization's time zone. */
export const LongDate = ({ moment }: MomentProps) => (
  <time dateTime={toDateTime(moment)}>{longDate(moment, useTimeZone())}</time>
);

/** `2026` in the organization's time zone. */
export const Year = ({ moment }: MomentProps) => formatYear(moment, useTimeZone());

/** `Nov 20, 2026, 3:04 PM` in the organization's time zone. */
export const ShortMoment = ({ moment }: MomentProps) => (
  <time dateTime={toDateTime(moment)}>{shortMoment(moment, useTimeZone())}</time>
);
