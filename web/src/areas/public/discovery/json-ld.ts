import type { HomeData } from "../../../data/home/queries.ts";
import { paths } from "../../../lib/paths.ts";
import type { ContactInfo } from "../../../data/home/organization.ts";

/** What search engines are told about a page (schema.org), built from the same data as the page itself. */
export type JsonLd = Readonly<Record<string, unknown>>;

type Event = HomeData["upcomingEvents"][number];

export const CONTEXT = "https://schema.org";

export const absolute = (site: string, address: string): string =>
  address.startsWith("/") ? `${site}${address}` : address;

export const organizationId = (site: string) => `${site}/#organization`;

export const organizationLd = (
  site: string,
  contact: ContactInfo,
  settings: HomeData["settings"] | undefined,
): JsonLd => ({
  "@context": CONTEXT,
  "@type": "NGO",
  "@id": organizationId(site),
  name: contact.organizationName,
  url: `${site}/`,
  logo: `${site}/favicon.svg`,
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

/** Times without a zone are local to the place of the event, which is what they are. */
export const eventLd = (site: string, organizationName: string, event: Event): JsonLd => ({
  "@context": CONTEXT,
  "@type": "Event",
  name: event.eventType,
  startDate: `${event.date}T${event.startTime.slice(0, 5)}`,
  endDate: `${event.date}T${event.endTime.slice(0, 5)}`,
  eventStatus: `${CONTEXT}/EventScheduled`,
  eventAttendanceMode: `${CONTEXT}/OfflineEventAttendanceMode`,
  location: { "@type": "Place", name: event.address, address: event.address },
  organizer: { "@type": "NGO", "@id": organizationId(site), name: organizationName },
  url: `${site}${paths.home("impact")}`,
});

/** Inside a script element only `</script` and `<!--` end it; neither survives without its `<`. */
export const jsonInScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll("<", "\\u003c");
