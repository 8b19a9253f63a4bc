import { escapeHtml } from "../rules/escape-html.ts";
import { SITE_PAGES } from "../rules/site-pages.ts";
import { formatValue, type Values } from "./placeholders.ts";

/** The people whom an email to a coordinator names, and how full their shift is. */
export interface PeopleOfShift {
  readonly eventId: string;
  readonly eventType: string;
  readonly eventDate: string;
  readonly startTime: string;
  readonly registered: number;
  readonly limit: number | null;
  readonly waiting: number;
  readonly people: readonly { readonly name: string; readonly phone: string | null }[];
}

/** Templates of emails to coordinators, which name people. */
const NAMING_TEMPLATES: ReadonlySet<string> = new Set([
  "Volunteer Left",
  "Volunteers Left",
  "Volunteers to Call",
]);

export const namesPeople = (templateName: string): boolean => NAMING_TEMPLATES.has(templateName);

/**
 * Renders who left a shift or has to be called, with their phone numbers and a link to the roster. It is appended rather
 * than included in the template, so that no template can leave it out.
 */
export function renderShiftPeople({ shiftPeople }: Values, siteUrl: string): string {
  const shifts = (shiftPeople ?? []) as readonly PeopleOfShift[];
  return shifts
    .map(({ eventId, eventType, eventDate, startTime, registered, limit, waiting, people }) => {
      const roster = `${siteUrl}${SITE_PAGES.dashboard}/events?roster=${eventId}`;
      const title = `${eventType}, ${formatValue("eventDate", eventDate)}, ${formatValue("startTime", startTime)}`;
      const names = people.map(({ name, phone }) => `${name}, ${phone ?? "no phone number"}`);
      const spots =
        limit === null ? `${registered} signed up` : `${registered} of ${limit} spots taken`;
      return `
<h2><a href="${escapeHtml(roster)}">${escapeHtml(title)}</a></h2>
<p>${names.map(escapeHtml).join("<br>")}</p>
<p class="small">${spots}${waiting === 0 ? "" : `, ${waiting} on the waiting list`}</p>
`;
    })
    .join("");
}

/** Says where a coordinator turns these emails off. */
export const renderCoordinatorEnding = (siteUrl: string): string => `
<p class="small">You're getting this email because you manage volunteers. You can turn these emails off in <a href="${escapeHtml(siteUrl)}${SITE_PAGES.dashboard}/settings/security">Settings, under Security</a>.</p>
`;
