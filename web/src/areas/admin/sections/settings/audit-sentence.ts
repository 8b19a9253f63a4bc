import { findOwnAct, isBySite } from "#rules/audit-actors.ts";
import { findAuditedRowName } from "#rules/audit-changes.ts";
import type { AUDITED_RECORDS } from "#contracts/audit-log.ts";
import type { AuditEntry } from "#data/audit-log/resource.ts";

type AuditedRecord = (typeof AUDITED_RECORDS)[number];
type Action = AuditEntry["action"];

/** What one row of a table is. A row of a single-record table is `the …`. */
const NOUNS: Readonly<Record<AuditedRecord, string>> = {
  about_items: "mission item",
  admin_invitations: "invitation of an administrator",
  archives: "archive",
  blanked_mentions: "mention of an erased person",
  blog_post_drafts: "draft of a post",
  blog_posts: "post",
  book_closings: "closing of the books",
  care_package_goals: "monthly goal",
  children_letters: "child's letter",
  contact_info: "the organization's contact details",
  deposits: "deposit",
  dismissed_duplicates: "dismissed pair of donors",
  dismissed_volunteer_duplicates: "dismissed pair of volunteers",
  donations: "donation",
  donor_merges: "merge of donors",
  donor_tasks: "task",
  donors: "donor record",
  email_outbox: "email",
  email_templates: "email template",
  erasures: "erasure of a person",
  events: "event",
  exports: "list",
  financial_reports: "financial report",
  former_donor_details: "former details of a donor",
  hero_section: "the hero section",
  hour_entries: "hours",
  impact_stats: "the opening totals",
  imports: "import",
  legal_content: "legal text",
  letter_templates: "letter template",
  locations: "location",
  noncash_donations: "donation of stock or goods",
  package_deliveries: "delivery",
  person_exports: "copy of a person's data",
  preview_links: "preview link",
  printed_papers: "print of papers",
  privacy_settings: "the privacy settings",
  refund_requests: "refund",
  retention_rules: "retention rule",
  second_factors: "two-step login",
  section_content: "text of a section",
  settings: "the settings",
  shift_waitlist: "place on a waiting list",
  subscriptions: "monthly gift",
  team_members: "person on Who We Are",
  testimonials: "story",
  tributes: "card",
  users: "administrator account",
  volunteer_accounts: "login",
  volunteer_applications: "application",
  volunteer_event_registrations: "sign-up for an event",
  volunteer_highlights: "highlight",
  volunteer_merges: "merge of volunteers",
  volunteer_qualifications: "qualification",
  volunteer_shifts: "shift",
  volunteers: "volunteer record",
};

/** Tables whose rows are about a person, which the sentence names. */
const PERSONAL: ReadonlySet<string> = new Set<AuditedRecord>([
  "donations",
  "donor_tasks",
  "donors",
  "hour_entries",
  "noncash_donations",
  "shift_waitlist",
  "subscriptions",
  "testimonials",
  "tributes",
  "users",
  "volunteer_accounts",
  "volunteer_applications",
  "volunteer_event_registrations",
  "volunteer_qualifications",
  "volunteers",
]);

const VERBS: Readonly<Record<Action, string>> = {
  insert: "added",
  update: "changed",
  delete: "deleted",
};

const getVerb = ({ tableName, action }: AuditEntry): string =>
  tableName === "exports" ? "exported" : VERBS[action];

const addArticle = (noun: string): string => {
  if (noun.startsWith("the ") || noun === "hours") return noun;
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
};

const describeObject = (entry: AuditEntry, nameOf: (id: string) => string | undefined): string => {
  const { tableName, personName } = entry;
  const noun =
    (NOUNS as Readonly<Record<string, string>>)[tableName] ?? tableName.replaceAll("_", " ");
  if (PERSONAL.has(tableName)) {
    return `${personName ?? nameOf(entry.rowId) ?? "someone"}'s ${noun}`;
  }
  const name = noun.startsWith("the ") ? null : findAuditedRowName(entry);
  return name === null ? addArticle(noun) : `the ${noun} “${name}”`;
};

/** Returns what happened as a sentence without a full stop, such as `Vera Visser applied to volunteer`. */
export const describeAuditEntry = (
  entry: AuditEntry,
  nameOf: (id: string) => string | undefined,
): string => {
  const { actorName, personName } = entry;
  if (!isBySite(entry)) return `${actorName} ${getVerb(entry)} ${describeObject(entry, nameOf)}`;
  const ownAct = findOwnAct(entry);
  if (ownAct !== undefined) return `${personName ?? "Someone"} ${ownAct}`;
  return `The site ${getVerb(entry)} ${describeObject(entry, nameOf)}`;
};
