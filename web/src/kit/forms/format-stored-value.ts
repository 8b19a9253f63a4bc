import { shortDay, shortMoment } from "#lib/format.ts";

const LABELS: Readonly<Record<string, string>> = {
  imageUrl: "Picture",
  imageAlt: "Alt text",
  coverUrl: "Picture",
  coverAlt: "Alt text",
};

/** If the field has no label, uses its name: `zipCode` becomes "Zip code". */
const createLabel = (name: string): string => {
  const label = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${label[0]?.toUpperCase()}${label.slice(1)}`;
};

/** Returns a field's label in the form. */
export const getFieldLabel = (
  name: string,
  form: HTMLFormElement | null,
  labels: Readonly<Record<string, string>> = {},
): string => {
  const knownLabel = labels[name] ?? LABELS[name];
  if (knownLabel) return knownLabel;
  const control = form?.elements.namedItem(name);
  const label = control instanceof HTMLElement && "labels" in control ? control.labels : null;
  const text = (label as NodeListOf<HTMLLabelElement> | null)?.[0]?.textContent;
  return text?.replace(/ \(optional\)$/, "") || createLabel(name);
};

const DATE_PATTERN = /^\d{4}-\d\d-\d\d$/;
const TIMESTAMP_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*Z$/;

const formatStoredText = (value: string, timeZone: string): string => {
  if (DATE_PATTERN.test(value)) return shortDay(value);
  if (TIMESTAMP_PATTERN.test(value)) return shortMoment(value, timeZone);
  return /<\/\w+>/.test(value)
    ? (new DOMParser().parseFromString(value, "text/html").body.textContent ?? "")
    : value;
};

/** Formats a stored value for people to read. */
export const formatStoredValue = (value: unknown, timeZone: string): string => {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value))
    return value.map((item) => formatStoredValue(item, timeZone)).join(", ");
  if (typeof value === "object") {
    return Object.values(value)
      .map((item) => formatStoredValue(item, timeZone))
      .join(" ");
  }
  return typeof value === "string" ? formatStoredText(value, timeZone) : JSON.stringify(value);
};

export const isEqual = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left ?? null) === JSON.stringify(right ?? null);
