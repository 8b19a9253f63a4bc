import type { ImportDateOrder } from "../../contracts/choices.ts";
import { readPlainly } from "./cell-text.ts";

export interface ParsedDate {
  /** The day as written in the cell, such as `2026-11-20`. */
  readonly day: string;
  /** The exact time in UTC, if the cell has a time and its time zone is known. */
  readonly utcTime: string | null;
}

const MAX_LENGTH = 60;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Named zones in the US, and their offsets from UTC in hours. */
const ZONE_HOURS: Readonly<Record<string, number>> = {
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
};

const ZONE = String.raw`(?<zone>Z|UTC|GMT|${Object.keys(ZONE_HOURS).join("|")}|(?:UTC|GMT)?[+-]\d{2}(?::?\d{2})?)`;
const TIME = String.raw`(?:,?(?:T| at | )\s*(?<hour>\d{1,2})(?::(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)?)?\s*(?<meridiem>[ap]\.?m\.?)?\s*${ZONE}?)?`;
const WEEKDAY = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.,]*\s*)?`;
const PATTERNS = [
  String.raw`(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})`,
  String.raw`(?<firstNumber>\d{1,2})(?<separator>[-/.])(?<secondNumber>\d{1,2})\k<separator>(?<year>\d{4}|\d{2})`,
  String.raw`(?<year>(?:19|20|21)\d{2})(?<month>\d{2})(?<day>\d{2})`,
  String.raw`(?<monthName>[a-z]{3,9})(?:\.?\s*|[-/])(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,\s*|\s+|[-/])(?<year>\d{4}|['’]\d{2})`,
  String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?\.?[\s/-](?:of\s)?(?<monthName>[a-z]{3,9})\.?,?[\s/-](?<year>\d{4}|['’]?\d{2})`,
].map((pattern) => new RegExp(`^${WEEKDAY}${pattern}${TIME}$`, "i"));

const FULL_MONTHS =
  /^(?:january|february|march|april|may|june|july|august|sept?(?:ember)?|october|november|december)$/;

/** Two digits stand for a year from 1970 to 2069. */
const expandYear = (written: string): number => {
  const digits = written.replace(/^['’]/, "");
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year < 70 ? 2000 + year : 1900 + year;
};

type Groups = Readonly<Record<string, string | undefined>>;

const readMonth = ({ month, monthName = "" }: Groups) => {
  if (month !== undefined) return Number(month);
  const name = monthName.toLowerCase();
  if (name.length > 3 && !FULL_MONTHS.test(name)) return 0;
  return MONTHS.indexOf(name.slice(0, 3)) + 1;
};

const readHour = (hour: number, meridiem: string | undefined): number => {
  if (meridiem === undefined) return hour;
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (meridiem.toLowerCase().startsWith("p") ? 12 : 0);
};

const readOffsetMinutes = (zone: string): number => {
  const namedHours = ZONE_HOURS[zone.toUpperCase()];
  if (namedHours !== undefined) return namedHours * 60;
  const match = /([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (match === null) return 0;
  const [, sign, hours, minutes = "0"] = match;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

/** People in the US write 3/4/2026 for March 4. Dates with dots come from other countries: 3.4.2026 is April 3. */
const getUsualOrder = (separator = ""): ImportDateOrder =>
  separator === "." ? "day_first" : "month_first";

function matchGroups(cell: string): Groups | undefined {
  if (cell.length > MAX_LENGTH) return undefined;
  const text = readPlainly(cell)
    .replaceAll(/[\u2010-\u2015]/g, "-")
    .replaceAll(/(?<=\d) ?([-/.]) ?(?=\d)/g, "$1");
  return PATTERNS.map((pattern) => pattern.exec(text)).find((match) => match !== null)?.groups;
}

/**
 * Returns whether the month or the day usually comes first in dates with this cell's separator. Returns undefined if
 * the cell's date isn't ambiguous.
 */
export function findUsualOrder(cell: string): ImportDateOrder | undefined {
  const separator = matchGroups(cell)?.["separator"];
  return separator === undefined ? undefined : getUsualOrder(separator);
}

/**
 * If the cell has the month and the day as two numbers, adds both to the groups. The numbers are read in the given
 * order.
 */
function addMonthAndDay(groups: Groups, order: ImportDateOrder | null): Groups {
  const { firstNumber, secondNumber, separator } = groups;
  if (firstNumber === undefined) return groups;
  return (order ?? getUsualOrder(separator)) === "month_first"
    ? { ...groups, month: firstNumber, day: secondNumber }
    : { ...groups, day: firstNumber, month: secondNumber };
}

/** Spreadsheets store a date as the number of days since the end of 1899. From 1954 to 2119, that number has five digits. */
const SERIAL = /^(?<days>[2-7]\d{4})(?:\.\d+)?$/;

function readSerial(cell: string): ParsedDate | undefined {
  const days = SERIAL.exec(cell.trim())?.groups?.["days"];
  if (days === undefined) return undefined;
  const day = new Date(Date.UTC(1899, 11, 30 + Number(days)));
  return { day: day.toISOString().slice(0, 10), utcTime: null };
}

export interface DateRules {
  /** True if times without a time zone are UTC. */
  readonly isUtc?: boolean;
  /** Null for the usual order: the day comes first in dates with dots, and the month in all other dates. */
  readonly dateOrder?: ImportDateOrder | null;
}

/** Returns the date in a cell, or undefined if there is none. */
export function readDate(
  cell: string,
  { isUtc = false, dateOrder = null }: DateRules = {},
): ParsedDate | undefined {
  const writtenGroups = matchGroups(cell);
  if (writtenGroups === undefined) return readSerial(cell);
  const groups = addMonthAndDay(writtenGroups, dateOrder);
  const [year, month, day] = [
    expandYear(groups["year"] ?? ""),
    readMonth(groups),
    Number(groups["day"]),
  ];
  const midnight = new Date(Date.UTC(year, month - 1, day));
  // If the month doesn't have that day, `Date` silently moves on to the next month.
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return undefined;
  if (year < 1900 || year > 2199) return undefined;
  const isoDay = midnight.toISOString().slice(0, 10);
  const { hour, minute = "0", second = "0", meridiem, zone } = groups;
  if (hour === undefined) return { day: isoDay, utcTime: null };
  // An hour alone is one only in 3pm.
  if (groups["minute"] === undefined && meridiem === undefined) return undefined;
  const time = [readHour(Number(hour), meridiem), Number(minute), Number(second)] as const;
  if (!(time[0] < 24 && time[1] < 60 && time[2] < 60)) return undefined;
  if (zone === undefined && !isUtc) return { day: isoDay, utcTime: null };
  const at = Date.UTC(year, month - 1, day, ...time) - readOffsetMinutes(zone ?? "") * 60_000;
  return { day: isoDay, utcTime: new Date(at).toISOString() };
}
