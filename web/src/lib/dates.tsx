import { createContext, useContext, type ReactNode } from "react";
import { DEFAULT_TIME_ZONE, longDate, shortDate, shortMoment, yearOf } from "./format.ts";

const TimeZone = createContext(DEFAULT_TIME_ZONE);

export interface TimeZoneProviderProps {
  /** The organisation's; its days and months are counted there. */
  readonly timeZone: string | undefined;
  readonly children: ReactNode;
}

export const TimeZoneProvider = ({ timeZone, children }: TimeZoneProviderProps) => (
  <TimeZone value={timeZone ?? DEFAULT_TIME_ZONE}>{children}</TimeZone>
);

/** The organisation's. */
export const useTimeZone = (): string => useContext(TimeZone);

export interface MomentProps {
  readonly moment: string;
}

/** Postgres counts microseconds, of which HTML knows nothing. */
const dateTimeOf = (moment: string): string => new Date(moment).toISOString();

/** `Nov 20, 2026` where the organisation is. */
export const ShortDate = ({ moment }: MomentProps) => (
  <time dateTime={dateTimeOf(moment)}>{shortDate(moment, useTimeZone())}</time>
);

/** `November 20, 2026` where the organisation is. */
export const LongDate = ({ moment }: MomentProps) => (
  <time dateTime={dateTimeOf(moment)}>{longDate(moment, useTimeZone())}</time>
);

/** `2026` where the organisation is. */
export const Year = ({ moment }: MomentProps) => yearOf(moment, useTimeZone());

/** `Nov 20, 2026, 3:04 PM` where the organisation is. */
export const ShortMoment = ({ moment }: MomentProps) => (
  <time dateTime={dateTimeOf(moment)}>{shortMoment(moment, useTimeZone())}</time>
);
