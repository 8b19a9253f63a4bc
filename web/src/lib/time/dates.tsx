import { createContext, useContext, type ReactNode } from "react";
import { DEFAULT_TIME_ZONE, longDate, shortDate, shortMoment, yearOf } from "../format.ts";

const TimeZoneContext = createContext(DEFAULT_TIME_ZONE);

export interface TimeZoneProviderProps {
  /** The organization's time zone, in which its days and months are counted. */
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

/** Postgres sends microseconds, which `<time datetime>` doesn't allow. */
const dateTimeOf = (moment: string): string => new Date(moment).toISOString();

/** `Nov 20, 2026` in the organization's time zone. */
export const ShortDate = ({ moment }: MomentProps) => (
  <time dateTime={dateTimeOf(moment)}>{shortDate(moment, useTimeZone())}</time>
);

/** `November 20, 2026` in the organization's time zone. */
export const LongDate = ({ moment }: MomentProps) => (
  <time dateTime={dateTimeOf(moment)}>{longDate(moment, useTimeZone())}</time>
);

/** `2026` in the organization's time zone. */
export const Year = ({ moment }: MomentProps) => yearOf(moment, useTimeZone());

/** `Nov 20, 2026, 3:04 PM` in the organization's time zone. */
export const ShortMoment = ({ moment }: MomentProps) => (
  <time dateTime={dateTimeOf(moment)}>{shortMoment(moment, useTimeZone())}</time>
);
