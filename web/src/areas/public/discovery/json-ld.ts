import type { ContactInfo, HomeData } from "#data/home/queries.ts";
import { paths } from "#lib/paths.ts";
import { endDay } from "#lib/time/day-and-time.ts";

/** Structured data for search engines (schema.org), built from the same data as the page. */
export type JsonLd = Readonly<Record<string, unknown>>;

type Event = HomeData["upcomingEvents"][number];

export const CONTEXT = "https://schema.org";

export const toAbsoluteUrl = (origin: string, pathOrUrl: string): string =>
  pathOrUrl.startsWith("/") ? `${origin}${pathOrUrl}` : pathOrUrl;

export const getOrganizationId = (origin: string) => `${origin}/#organization`;

export const createOrganizationLd = (
  origin: string,
  contact: ContactInfo,
  settings: HomeData["settings"] | undefined,
): JsonLd => ({
  "@context": CONTEXT,
  "@type": "NGO",
  "@id": getOrganizationId(origin),
  name: contact.organizationName,
  url: `${origin}/`,
  logo: `${origin}/favicon.svg`,
  taxID: contact.taxId,
  nonprofitStatus: "Nonprofit501c3",
  address: contact.address,
  telephone: contact.phone,
  email: contact.email,
  sameAs: [
    settings?.facebookUrl,
    settings?.instagramUrl,
    settings?.xUrl,
    settings?.youtubeUrl,
  ].filter(Boolean),
});

/** Adds the UTC offset to a local time; `moment` is the same time in UTC. */
function addOffset(date: string, time: string, moment: string): string {
  const localTime = `${date}T${time.slice(0, 5)}:00`;
  const offsetMinutes = Math.round((Date.parse(`${localTime}Z`) - Date.parse(moment)) / 60_000);
  const [hours, remainingMinutes] = [
    Math.floor(Math.abs(offsetMinutes) / 60),
    Math.abs(offsetMinutes) % 60,
  ];
  const offset = [hours, remainingMinutes]
    .map((number) => String(number).padStart(2, "0"))
    .join(":");
  return `${localTime}${offsetMinutes < 0 ? "-" : "+"}${offset}`;
}

export const createEventLd = (origin: string, organizationName: string, event: Event): JsonLd => ({
  "@context": CONTEXT,
  "@type": "Event",
  name: event.eventType,
  startDate: addOffset(event.date, event.startTime, event.startsAt),
  endDate: addOffset(endDay(event.date, event.endsNextDay), event.endTime, event.endsAt),
  image: `${origin}/share.jpg`,
  eventStatus: `${CONTEXT}/EventScheduled`,
  eventAttendanceMode: `${CONTEXT}/OfflineEventAttendanceMode`,
  location: { "@type": "Place", name: event.address, address: event.address },
  organizer: { "@type": "NGO", "@id": getOrganizationId(origin), name: organizationName },
  url: `${origin}${paths.home("impact")}`,
});

/** Escaping `<` is enough: only `</script` and `<!--` have a meaning inside a script element. */
export const toScriptJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll("<", "\\u003c");
