/**
 * The tables that the archive contains. All other tables are listed below with the reason why they're left out. A test
 * compares both lists with the schema.
 */
export const ARCHIVED_TABLES = [
  "about_items",
  "archives",
  "audit_log",
  "blog_post_drafts",
  "blog_post_versions",
  "blog_posts",
  "card_opt_outs",
  "care_package_goals",
  "children_letters",
  "contact_info",
  "deposits",
  "dismissed_duplicates",
  "dismissed_volunteer_duplicates",
  "donation_adjustments",
  "donations",
  "donor_emails",
  "donor_merges",
  "donor_tasks",
  "donors",
  "email_outbox",
  "email_template_versions",
  "email_templates",
  "events",
  "financial_reports",
  "former_donor_details",
  "hero_section",
  "impact_stats",
  "imported_records",
  "imports",
  "legal_content",
  "legal_content_versions",
  "locations",
  "noncash_donations",
  "package_deliveries",
  "privacy_settings",
  "refund_requests",
  "release_steps",
  "released_figures",
  "retention_rules",
  "section_content",
  "settings",
  "shift_waitlist",
  "subscriptions",
  "team_members",
  "testimonials",
  "tributes",
  "users",
  "volunteer_accounts",
  "volunteer_applications",
  "volunteer_event_registrations",
  "volunteer_highlights",
  "volunteer_merges",
  "volunteer_qualifications",
  "volunteer_shifts",
  "volunteers",
] as const;

const SECRET_REASON = "It contains secrets or their hashes.";
const COMPUTED_REASON = "It's computed from other tables.";
const OPERATION_REASON = "It's only used to run this site.";

export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  activation_links: SECRET_REASON,
  admin_invitations: SECRET_REASON,
  calendar_feeds: SECRET_REASON,
  donor_links: SECRET_REASON,
  email_changes: SECRET_REASON,
  erasures: SECRET_REASON,
  idempotency_keys: SECRET_REASON,
  payment_attempts: SECRET_REASON,
  preview_links: SECRET_REASON,
  rate_limits: SECRET_REASON,
  second_factor_recoveries: SECRET_REASON,
  donation_day_totals: COMPUTED_REASON,
  donation_month_totals: COMPUTED_REASON,
  donation_site_totals: COMPUTED_REASON,
  donor_totals: COMPUTED_REASON,
  donors_without_donations: COMPUTED_REASON,
  receipt_counters: COMPUTED_REASON,
  donor_merge_moves: "It only lists what to move back if a merge is undone.",
  volunteer_merge_moves: "It only lists what to move back if a merge is undone.",
  health_alerts: OPERATION_REASON,
  import_rows: "It only holds rows of files that haven't been imported yet.",
  import_verdicts: "It only holds rows of files that haven't been imported yet.",
  job_runs: OPERATION_REASON,
  mail_transport: OPERATION_REASON,
  restores: OPERATION_REASON,
  site_builds: OPERATION_REASON,
  stripe_events: OPERATION_REASON,
  stripe_reconciliations: OPERATION_REASON,
};

/**
 * Columns that the archive leaves out of these tables. It also leaves out all columns that are computed from others.
 */
export const EXCLUDED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  // An email's data contains the ids of its single-use links.
  email_outbox: ["data", "dedupe_key"],
  // Anyone who has the token can stop the cards to the recipient's mailbox.
  tributes: ["stop_token"],
};

interface ArchivedColumn {
  readonly tableName: string;
  readonly tableComment: string | null;
  readonly columnName: string;
  readonly type: string;
  readonly columnComment: string | null;
}

interface ArchiveTimes {
  readonly createdAt: string;
  readonly finishedAt: string;
}

/** Returns the text that explains the archive's files and columns to people. */
export function createArchiveReadme(
  columns: readonly ArchivedColumn[],
  rowCounts: ReadonlyMap<string, number>,
  { createdAt, finishedAt }: ArchiveTimes,
): string {
  const sections = [...rowCounts].map(([table, rowCount]) => {
    const ownColumns = columns.filter(({ tableName }) => tableName === table);
    const lines = ownColumns.map(({ columnName, type, columnComment }) =>
      [`  ${columnName} (${type})`, columnComment].filter(Boolean).join(": "),
    );
    const title = `${table}.csv: ${rowCount} rows`;
    return [title, ownColumns[0]?.tableComment ?? "", ...lines].filter(Boolean).join("\n");
  });
  return [
    "Everything that this site stores, one CSV file per table.",
    [
      `Read from the database between ${createdAt} and ${finishedAt}.`,
      "Rows that changed in the meantime may be as they were before or after the change.",
    ].join("\n"),
    [
      "The files are in UTF-8, with a comma between cells and quotation marks where needed. Times are in UTC, money is in",
      "US dollars, and an empty cell means no value. Text that could be mistaken for a formula starts with an apostrophe,",
      "which this site's import removes. Amounts in donations.csv are what was charged: subtract adjusted_amount, and leave",
      "out rows without completed_at. Pictures and reports are separate files and aren't included.",
    ].join("\n"),
    ...sections,
    [
      "Left out:",
      ...Object.entries(EXCLUDED_TABLES).map(([table, reason]) => `  ${table}: ${reason}`),
    ].join("\n"),
  ].join("\n\n");
}
