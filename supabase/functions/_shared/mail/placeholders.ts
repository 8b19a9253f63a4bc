import { escapeHtml } from "../rules/escape-html.ts";
import { carriesToken, PLACEHOLDER } from "../rules/mail-placeholders.ts";
import { keepAddressPartsTogether } from "../rules/keep-on-one-line.ts";

/** Thrown when an email can't be sent as is. The message tells an administrator what to fix. */
export class UnsendableMailError extends Error {
  override name = "UnsendableMailError";
}

export type Values = Readonly<Record<string, unknown>>;

const moneyFormat = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const timeFormat = new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone: "UTC" });

/** Returns a zone's name, such as Central Time for America/Chicago. */
const formatTimeZone = (timeZone: string): string =>
  new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longGeneric" })
    .formatToParts()
    .find(({ type }) => type === "timeZoneName")?.value ?? timeZone;

/** Formats a stored value for readers: $50.00, November 21, 2026, 9:00 AM, Central Time. */
export function formatValue(name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "string" && typeof value !== "number") {
    throw new UnsendableMailError(`The value of {{${name}}} isn't text.`);
  }
  const text = String(value);
  if (name.endsWith("Amount") && /^\d+(\.\d+)?$/.test(text))
    return moneyFormat.format(Number(text));
  if (name.endsWith("Date") && /^\d{4}-\d\d-\d\d$/.test(text)) {
    return dateFormat.format(new Date(`${text}T00:00:00Z`));
  }
  if (name.endsWith("Time") && /^\d\d:\d\d(:\d\d)?$/.test(text)) {
    return timeFormat.format(new Date(`2000-01-01T${text}Z`));
  }
  if (/address$/i.test(name)) return keepAddressPartsTogether(text);
  if (name === "timeZone" && /^\w+(\/[\w+-]+)+$/.test(text)) return formatTimeZone(text);
  return text;
}

const isInTag = (precedingText: string): boolean =>
  precedingText.lastIndexOf("<") > precedingText.lastIndexOf(">");

const startsAddress = (precedingText: string): boolean => /<a\b[^<>]*\shref="$/.test(precedingText);

/**
 * Throws if a placeholder is at a place in a template's HTML where its value could lead a reader, or a token, to another
 * site.
 */
function checkPlace(name: string, dollar: string, precedingText: string, followingText: string) {
  const isAddressStart = dollar === "" && startsAddress(precedingText);
  if (carriesToken(name)) {
    if (isAddressStart && followingText.startsWith('"')) return;
    throw new UnsendableMailError(
      `{{${name}}} can be only the whole address of a link, without anything before or after it.`,
    );
  }
  if (!isInTag(precedingText)) return;
  if (name === "siteUrl" && isAddressStart && /^["/?#]/.test(followingText)) return;
  throw new UnsendableMailError(
    `{{${name}}} is inside an HTML tag, where only {{siteUrl}} may begin the address of a link to one of our pages.`,
  );
}

/** An event whose end is before its start ends on the next day. */
const isOnNextDay = (name: string, values: Values): boolean =>
  (name === "endTime" && String(values["endTime"]) < String(values["startTime"])) ||
  (name === "formerEndTime" && String(values["formerEndTime"]) < String(values["formerStartTime"]));

function requirePlaceholderValue(name: string, values: Values): string {
  if (Object.hasOwn(values, name)) {
    return formatValue(name, values[name]) + (isOnNextDay(name, values) ? " the next day" : "");
  }
  const availableNames = Object.keys(values).toSorted().join(", ");
  throw new UnsendableMailError(
    `The template uses {{${name}}}, but this email only has: ${availableNames}.`,
  );
}

/** Returns the template's own `$`, or nothing before an amount, so that `${{donationAmount}}` doesn't become `$$50.00`. */
const getDollarSign = (dollar: string, value: string): string =>
  value.startsWith("$") ? "" : dollar;

/** Replaces every placeholder in one pass. Values are escaped, whatever they contain. */
export const fillHtml = (template: string, values: Values): string =>
  template.replace(PLACEHOLDER, (match, dollar: string, untrimmedName: string, index: number) => {
    const name = untrimmedName.trim();
    const value = requirePlaceholderValue(name, values);
    checkPlace(name, dollar, template.slice(0, index), template.slice(index + match.length));
    return getDollarSign(dollar, value) + escapeHtml(value);
  });

/** Replaces the placeholders in one line of plain text. Throws if a value contains a line break. */
export function fillLine(template: string, values: Values): string {
  const line = template.replace(PLACEHOLDER, (_, dollar: string, untrimmedName: string) => {
    const name = untrimmedName.trim();
    const value = requirePlaceholderValue(name, values);
    if (carriesToken(name)) {
      throw new UnsendableMailError(`{{${name}}} can't be in the subject.`);
    }
    return getDollarSign(dollar, value) + value;
  });
  // oxlint-disable-next-line no-control-regex -- these characters are rejected
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(line)) {
    throw new UnsendableMailError(
      "A value in the subject contains a line break or another character that isn't allowed there.",
    );
  }
  return line.replaceAll(/\s+/g, " ").trim();
}
