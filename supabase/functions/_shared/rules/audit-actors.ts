/** Who made the change of an audit log entry. */
export interface AuditActor {
  readonly actorId: string | null;
  /** The username, or the database role if no administrator was logged in. */
  readonly actorName: string;
}

interface AuditedChange extends AuditActor {
  readonly tableName: string;
  readonly action: string;
}

/** The database roles of administrators of the database, who also load sample data. */
const DATABASE_OWNERS: ReadonlySet<string> = new Set(["postgres", "supabase_admin"]);

/** The database roles that the log names if no administrator was logged in. */
const ROLES: ReadonlySet<string> = new Set([
  ...DATABASE_OWNERS,
  "anon",
  "authenticated",
  "server",
  "service_role",
]);

/** What visitors and volunteers do themselves, unless an administrator does it for them. */
const OWN_ACTS: Readonly<Partial<Record<string, string>>> = {
  "volunteer_applications insert": "applied to volunteer",
  "testimonials insert": "sent in a story",
  "donations insert": "started a donation",
  "subscriptions insert": "started a monthly gift",
  "volunteer_event_registrations insert": "signed up for an event",
  "volunteer_event_registrations delete": "withdrew from an event",
  "shift_waitlist insert": "joined a waiting list",
  "hour_entries insert": "handed in hours",
};

/** Returns what a visitor or volunteer did, without a subject; undefined if people don't do this themselves. */
export const findOwnAct = ({ tableName, action }: AuditedChange): string | undefined =>
  OWN_ACTS[`${tableName} ${action}`];

/** Returns whether the site, a visitor or a volunteer made the change, rather than an administrator. */
export const isBySite = ({ actorId, actorName }: AuditActor): boolean =>
  actorId === null || ROLES.has(actorName);

/**
 * Returns whether nobody made the change: no administrator, visitor or volunteer. The column `audit_log.is_automatic`
 * is the same rule.
 */
export const isAutomatic = (entry: AuditedChange): boolean =>
  isBySite(entry) && (findOwnAct(entry) === undefined || DATABASE_OWNERS.has(entry.actorName));
