import type {
  ARCHIVED_TABLES,
  LEFT_OUT_TABLES,
} from "../functions/_shared/contracts/table-facts.ts";

type DescribedTable = (typeof ARCHIVED_TABLES)[number] | keyof typeof LEFT_OUT_TABLES;
export type SampleTable = DescribedTable | "auth.users";

/** The first column of another table's row, which is added first. */
interface RowReference {
  readonly table: SampleTable;
  /** For a row of its own. All other references to a table mean the same row. */
  readonly ownValues?: SampleRow;
  readonly isOfSomeoneElse?: boolean;
}

export type SampleValue =
  | string
  | number
  | boolean
  | null
  | RowReference
  | readonly SampleValue[]
  | { readonly [key: string]: SampleValue };

export interface SampleRow {
  readonly [column: string]: SampleValue;
}

const row = (table: SampleTable): RowReference => ({ table });

/** A row besides the one that `row` means. */
export const another = (table: SampleTable, ownValues: SampleRow): RowReference => ({
  table,
  ownValues,
});

/** The row of another person. */
const someoneElse = (table: SampleTable, ownValues: SampleRow): RowReference => ({
  table,
  ownValues,
  isOfSomeoneElse: true,
});

export const isRowReference = (value: SampleValue): value is RowReference =>
  typeof value === "object" && value !== null && "table" in value;

/** Whose rows they are, in tables that have rows of volunteers. */
export const LOGIN = row("auth.users");
export const ACCOUNT = row("volunteer_accounts");
export const PERSON = row("volunteers");
export const VOLUNTEER_MERGE = row("volunteer_merges");

const DAY = "2026-11-03";
const LATER = "2199-01-01";

/**
 * One row of each table, for every test that needs one. Name only what a row needs that isn't text, because a sample set
 * fills in text: a word of its own in each personal column, and some text in each other column that can't be empty. If an
 * erasure empties the table's rows, also name the texts that stay. In texts, `{word}` is another such word, `{email}` and
 * `{login}` are the person's address and ID, `{uuid}` and `{hash}` are new ones, and `{lowest}` is a UUID that comes before
 * the others.
 */
export const SAMPLE_ROWS: Readonly<Record<SampleTable, SampleRow>> = {
  "auth.users": { id: "{uuid}", email: "{email}" },
  about_items: {},
  activation_links: { application_id: row("volunteer_applications"), expires_at: LATER },
  admin_invitations: { email: "{email}" },
  archives: { area: "owner" },
  audit_log: {
    actor_name: "admin",
    area: "giving",
    action: "update",
    table_name: "donors",
    row_id: row("donors"),
    before: { phone: "{word}" },
    after: { phone: "{word}" },
  },
  blog_post_drafts: {},
  blog_post_versions: {
    post_id: row("blog_posts"),
    version: 99,
    is_published: true,
    tags: [],
    saved_at: DAY,
  },
  blog_posts: {},
  book_closings: { closed_through: "1950-01-31" },
  calendar_feeds: { volunteer_id: ACCOUNT, token_hash: "{hash}" },
  card_opt_outs: { mailbox: "{email}" },
  care_package_goals: { monthly_goal: 9 },
  changed_volunteer_months: { month: DAY },
  children_letters: { writer: "{word}, 9" },
  contact_info: { email: "office@example.org" },
  deposits: { deposited_on: DAY, slip_total: 50 },
  dismissed_duplicates: {
    first_donor_id: someoneElse("donors", { id: "{lowest}" }),
    second_donor_id: row("donors"),
  },
  dismissed_volunteer_duplicates: {
    first_volunteer_id: someoneElse("volunteers", { id: "{lowest}", account_id: null }),
    second_volunteer_id: row("volunteers"),
  },
  donation_adjustments: {
    donation_id: row("donations"),
    kind: "refund",
    stripe_id: null,
    amount: 20,
    status: "succeeded",
  },
  donation_day_totals: { is_demo: true, day: "2001-01-01" },
  donation_month_totals: { is_demo: true, month: "2001-01-01" },
  donation_site_totals: { is_demo: true },
  donations: {
    donor_id: row("donors"),
    email: "{email}",
    amount: 120,
    currency: "usd",
    method: "online",
    source: null,
    status: "completed",
    failure_code: null,
    receipt_number: null,
    completed_at: "yesterday",
    stripe_payment_intent_id: "pi_{uuid}",
    stripe_charge_id: null,
    stripe_invoice_id: null,
  },
  donor_emails: { email_key: "{word}@example.org", donor_id: row("donors") },
  donor_links: { email_key: "{email}", expires_at: LATER },
  donor_merges: {
    kept_id: row("donors"),
    merged_id: another("donors", { email: null, merged_into_id: row("donors") }),
    choices: {},
    merged_by: "admin",
    undone_by: null,
    donation_count: 0,
    kept_before: { phone: "{word}" },
    kept_after: { phone: "{word}" },
  },
  donor_tasks: { donor_id: row("donors"), due_on: DAY },
  donor_totals: {
    id: "{uuid}",
    is_demo: true,
    total_amount: 1,
    donation_count: 1,
    is_recurring: false,
    first_donation_at: DAY,
    last_donation_at: DAY,
    last_donation_id: "{uuid}",
  },
  donors: { email: "{email}", former_names: ["{word}"], tags: ["{word}"] },
  donors_without_donations: { id: "{uuid}", is_demo: true, created_at: DAY },
  email_changes: { account_id: ACCOUNT, email: "{word}@example.org" },
  email_outbox: {
    template_name: "Donation Confirmation",
    to_email: "{email}",
    data: { name: "{word}" },
    dedupe_key: null,
  },
  email_template_versions: { template_id: row("email_templates"), version: 99, saved_at: DAY },
  email_templates: { html_content: "<p>Hello you</p>" },
  erasures: { records: [], key_check: "0".repeat(64) },
  events: {
    event_type: "Food Drive",
    date: "2039-06-15",
    start_time: "10:00",
    end_time: "12:00",
  },
  financial_reports: { file_url: "/reports/{uuid}.pdf" },
  former_donor_details: { donor_id: row("donors"), field: "address" },
  health_alerts: {},
  hero_section: {},
  hour_entries: { person_id: PERSON, date: DAY, hours: 2 },
  idempotency_keys: {
    user_id: "{uuid}",
    response: { donorId: row("donors"), text: "{word}" },
  },
  impact_stats: { packages_delivered: 7 },
  import_fills: {
    import_id: row("imports"),
    record_id: row("donors"),
    field: "phone",
    value_hash: "0".repeat(32),
  },
  import_rows: {
    import_id: row("imports"),
    row_number: 1,
    cells: ["{email}", "{word}"],
    fields: { notes: "{word}" },
    problems: ["{word}"],
  },
  import_verdicts: { import_id: row("import_rows"), row_number: 1, outcome: "ready" },
  imported_records: {
    kind: "donor",
    source: "givebutter",
    record_id: row("donors"),
    import_id: row("imports"),
  },
  imports: {
    kind: "donors",
    source: "givebutter",
    file_name: "people.csv",
    file_hash: "{hash}",
    headings: ["{word}"],
    mapping: { note: "{word}" },
    date_order: null,
    decimal_mark: null,
    meanings: { "0": "{word}" },
    started_by: "admin",
    row_count: 1,
    is_demo: true,
    state: "imported",
    imported_at: "yesterday",
    failure: "{word} {email}",
  },
  job_runs: {},
  late_entries: {
    kind: "donation",
    record_id: row("donations"),
    day: DAY,
    booked_on: DAY,
    is_demo: true,
  },
  legal_content: { key: "terms_policy" },
  legal_content_versions: { content_id: row("legal_content"), version: 99, saved_at: DAY },
  letter_templates: { body: "Thank you for everything." },
  locations: {
    military_branch: null,
    name: "Depot",
    address: "1 Main St",
    city: "Waco",
    state: "TX",
    zip_code: "76701",
    description: "By the gate",
  },
  mail_transport: {},
  merge_moves: {
    merge_id: row("donor_merges"),
    table_name: "donor_emails",
    column_name: "donor_id",
    row_key: "{word}@example.org",
    row_before: { label: "{word}" },
  },
  noncash_donations: {
    donor_id: row("donors"),
    kind: "goods",
    received_on: DAY,
    voided_at: "yesterday",
  },
  package_deliveries: {
    delivered_on: DAY,
    military_branch: "Army",
    program: "Veterans",
    city: "Waco",
    state: "TX",
    packages: 3,
  },
  payment_attempts: { attempt_id: "{uuid}" },
  preview_links: { draft_id: row("blog_post_drafts") },
  printed_papers: { kind: "letters", donor_id: row("donors"), donation_id: null, year: null },
  privacy_settings: {},
  rate_limits: { window_ends_at: LATER },
  receipt_counters: { year: 1999, last_number: 1 },
  refund_requests: {
    id: "{uuid}",
    donation_id: row("donations"),
    amount: 1,
    requested_by: "{uuid}",
  },
  release_steps: { month: "2001-01-01" },
  released_figures: {
    month: row("release_steps"),
    dimension: "region",
    measure: "packages",
    recorded: 20,
    counted: 20,
    shown: 20,
  },
  restores: { backup_id: "{uuid}", backup_taken_at: DAY, manifest_sha256: "0".repeat(64) },
  retention_rules: { name: "email_texts", keep_days: 30 },
  password_changes: { user_id: row("users"), open_until: LATER },
  second_factor_recoveries: { user_id: row("users"), code_hashes: ["{hash}"] },
  section_content: { section: "{word}", header: "{word}" },
  settings: { signature_url: "/signatures/{uuid}" },
  shift_waitlist: { shift_id: row("volunteer_shifts"), person_id: PERSON },
  site_builds: {},
  statement_years: { donor_id: "{uuid}", is_demo: true, year: 2004, way: "by_email" },
  stripe_events: { livemode: false, created_at: DAY },
  stripe_reconciliations: { is_demo: true },
  subscriptions: {
    donor_id: row("donors"),
    email: "{email}",
    amount: 25,
    currency: "usd",
    source: null,
    failure_code: null,
    stripe_subscription_id: null,
    status: "canceled",
    canceled_by: "admin",
    cancel_requested_at: "now",
  },
  team_members: { image_url: "/images/site/{uuid}/800x600" },
  testimonials: { image_url: "/images/stories/{uuid}" },
  tributes: {
    donation_id: row("donations"),
    recipient_email: "{word}@example.org",
    recipient_address: null,
    send_on: DAY,
  },
  users: { id: LOGIN, user_type: "admin" },
  volunteer_accounts: { id: LOGIN, email: "{email}", activated_at: "yesterday" },
  volunteer_applications: {
    user_id: LOGIN,
    email: "{email}",
    zip_code: "76102",
    availability: "flexible",
    status: "approved",
    reviewed_at: "yesterday",
  },
  volunteer_days: { person_id: "{uuid}", days: "{[2004-02-29,2004-03-01)}" },
  volunteer_event_registrations: { person_id: PERSON, event_id: row("events") },
  volunteer_highlights: {
    volunteer_id: ACCOUNT,
    image_url: "/images/highlights/{login}/{uuid}",
  },
  volunteer_merges: {
    kept_id: row("volunteers"),
    merged_id: another("volunteers", {
      account_id: null,
      email: "{word}@example.org",
      merged_into_id: row("volunteers"),
    }),
    merged_email: "{word}@example.org",
    choices: {},
    merged_by: "admin",
    undone_by: null,
    registration_count: 0,
    kept_before: { phone: "{word}" },
    kept_after: { phone: "{word}" },
  },
  volunteer_month_totals: {
    month: "2004-02-01",
    hours: 9,
    handed_in_hours: 9,
    people: 9,
    shifts: 9,
  },
  volunteer_qualifications: {
    volunteer_id: row("volunteers"),
    kind: "training",
    completed_on: DAY,
  },
  volunteer_shifts: { event_id: row("events"), max_volunteers: 50 },
  volunteers: {
    account_id: ACCOUNT,
    email: "{email}",
    contact_email: "{email}",
    former_emails: ["{word}@example.org"],
    zip_code: "76102",
    availability: "flexible",
    tags: ["{word}"],
  },
};
