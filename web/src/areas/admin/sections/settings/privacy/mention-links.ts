import type { ErasurePreview } from "#data/erasures/mutations.ts";
import { paths } from "#lib/paths.ts";

export type ListedMention = ErasurePreview["mentions"][number];

const { dashboard } = paths;
const addSearch = (path: string, search: Readonly<Record<string, string>>) =>
  `${path}?${new URLSearchParams(search)}`;
const linkWith =
  (path: string, param = "edit") =>
  (id: string) =>
    addSearch(path, { [param]: id });
const contentLink = (panel: string) => (id: string) =>
  addSearch(dashboard("content"), { panel, edit: id });
const contentPanelLink = (panel: string) => () => addSearch(dashboard("content"), { panel });

/** Where the dashboard shows a row, by table. */
const LINKS: Readonly<Record<string, (id: string) => string>> = {
  about_items: contentLink("about"),
  audit_log: linkWith(dashboard("settings", "audit-log"), "q"),
  blog_posts: (id) => dashboard("blogs", id),
  children_letters: contentLink("letters"),
  contact_info: contentPanelLink("organization"),
  deposits: (id) => dashboard("donations", "deposits", id),
  donations: linkWith(dashboard("donations"), "donation"),
  donors: (id) => dashboard("donations", "donors", id),
  email_outbox: () => dashboard("settings", "delivery-log"),
  email_templates: linkWith(dashboard("settings", "email-templates")),
  events: linkWith(dashboard("events")),
  financial_reports: contentLink("financial-reports"),
  hero_section: contentPanelLink("hero"),
  imports: linkWith(dashboard("settings", "import-export"), "import"),
  legal_content: () => dashboard("content"),
  letter_templates: linkWith(dashboard("donations", "letters")),
  locations: linkWith(dashboard("locations")),
  noncash_donations: linkWith(dashboard("donations", "noncash")),
  package_deliveries: linkWith(dashboard("locations", "deliveries")),
  section_content: () => dashboard("content"),
  settings: () => dashboard("settings", "giving"),
  subscriptions: () => dashboard("donations", "monthly"),
  team_members: contentLink("team"),
  testimonials: linkWith(dashboard("testimonials")),
  tributes: () => dashboard("donations", "tributes"),
  users: () => dashboard("settings", "team"),
  volunteer_applications: linkWith(dashboard("volunteers"), "person"),
  volunteer_highlights: linkWith(dashboard("highlights")),
  volunteers: (id) => dashboard("volunteers", "people", id),
};

/** Returns where the dashboard shows a mention, or undefined for rows that no page shows, such as stored responses. */
export function findMentionLink({ table, id, page }: ListedMention): string | undefined {
  if (table === "audit_log") return LINKS["audit_log"]?.(page?.id ?? id);
  return LINKS[table]?.(id) ?? (page === null ? undefined : LINKS[page.table]?.(page.id));
}
