/** Enumerated values. They aren't in `limits.ts`, which the home page loads, because visitors don't need them. */

/**
 * Who an approved applicant is: someone who logs in with the application's address, the volunteer who already has it,
 * someone else who shares the mailbox and gets no login, or someone else with another address.
 */
export const APPLICANT_KINDS = ["login", "known", "contact", "other"] as const;
/** What a volunteer who applies again may tell us. */
export const NEW_DETAILS = [
  "phone",
  "zipCode",
  "city",
  "state",
  "availability",
  "interests",
] as const;

export const DONATION_FREQUENCIES = ["one-time", "monthly"] as const;
export type DonationFrequency = (typeof DONATION_FREQUENCIES)[number];

export const SUBSCRIPTION_STATUSES = ["active", "past_due", "paused", "canceled"] as const;

export const DONATION_STATUSES = [
  "pending",
  "completed",
  "failed",
  "refunded",
  "partially_refunded",
  "disputed",
  /** The donor's bank took back a debit after it was paid. */
  "returned",
  /** The donation was entered by an administrator and then voided. */
  "voided",
] as const;

/** The payment methods that administrators choose from when they record a donation. */
export const RECORDED_METHODS = [
  "check",
  "cash",
  "bank_transfer",
  "donor_advised_fund",
  "ira",
  "employer_match",
  "other",
] as const;
/**
 * `online` donations come from the payment provider. `stock` is the proceeds of shares that were sold. Only imports use
 * `other_platform`: payments by card or wallet that another platform collected.
 */
export const DONATION_METHODS = ["online", ...RECORDED_METHODS, "stock", "other_platform"] as const;
export type DonationMethod = (typeof DONATION_METHODS)[number];
/** What takes money away from a donation. */
export const ADJUSTMENT_KINDS = ["refund", "dispute", "return", "void"] as const;
/** What can change after its month was closed. */
export const LATE_ENTRY_KINDS = ["donation", ...ADJUSTMENT_KINDS, "noncash", "deposit"] as const;
/** Payment methods used by funds and employers. The person behind the money is thanked but doesn't get a receipt. */
export const SOFT_CREDIT_METHODS = ["donor_advised_fund", "employer_match"] as const;

/** Groups of donors to write to or call. Days and years are in the organization's time zone. */
export const DONOR_SEGMENTS = [
  /** Gave last year but not this year. */
  "lybunt",
  /** Had a monthly gift that has ended, and doesn't have one now. */
  "lapsed_monthly",
  "first_gift_this_month",
  "no_email",
  /** The anniversary of the first donation is this week. */
  "anniversary_this_week",
  /** Donors who were added or imported but have no completed donations. */
  "no_donations",
] as const;
export type DonorSegment = (typeof DONOR_SEGMENTS)[number];

/** What can be printed for many donors or donations at once. */
export const PAPER_KINDS = ["receipts", "statements", "letters", "labels"] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];

/** What letters can contain between two pairs of braces. */
export const LETTER_PLACEHOLDERS = [
  "name",
  "firstName",
  "lastGift",
  "yearTotal",
  "year",
  "organizationName",
] as const;
export type LetterPlaceholder = (typeof LETTER_PLACEHOLDERS)[number];

/** Why a paper can't be printed. */
export const UNPRINTABLE_REASONS = [
  "no_address",
  /** The donation has no receipt, or the donor has no statement for that year. */
  "nothing_to_print",
  /** The letter mentions the latest donation, and there is none. */
  "no_gift",
  /** The papers' fonts lack a character. */
  "lacks_letters",
] as const;
export type UnprintableReason = (typeof UNPRINTABLE_REASONS)[number];

/** How donors who didn't get a statement for a year can get it. */
export const STATEMENT_WAYS = ["by_email", "to_print", "no_address"] as const;
export type StatementWay = (typeof STATEMENT_WAYS)[number];

/** Kinds of donations other than money. */
export const NONCASH_KINDS = ["stock", "goods"] as const;

/** Donor details for which we keep former values. */
export const FORMER_DETAIL_FIELDS = ["name", "email", "phone", "address"] as const;

/** Kinds of records that an imported file can contain. */
export const IMPORT_KINDS = ["donations", "donors", "volunteers"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** Whether the month or the day comes first in a file's numeric dates, such as 3/4/2026 and 3.4.2026. */
export const IMPORT_DATE_ORDERS = ["month_first", "day_first"] as const;
export type ImportDateOrder = (typeof IMPORT_DATE_ORDERS)[number];

/** Whether a point or a comma comes before the cents. */
export const IMPORT_DECIMAL_MARKS = ["point", "comma"] as const;
export type ImportDecimalMark = (typeof IMPORT_DECIMAL_MARKS)[number];

/** What a word in a column of statuses or types says about a row's money. */
export const IMPORT_MEANINGS = [
  "received",
  /** Received, and then refunded or charged back in full. */
  "refunded",
  /** Received, and then refunded in part. Another column has the amount. */
  "partly_refunded",
  /** The row itself is a refund of another row. */
  "refund",
  "pledge",
  "not_paid",
  "test",
  /** Not a donation, such as a transfer to the bank. */
  "skip",
] as const;
export type ImportMeaning = (typeof IMPORT_MEANINGS)[number];

export const IMPORT_STATES = [
  "staging",
  "checking",
  "checked",
  "importing",
  "imported",
  "undoing",
  "undone",
  "discarded",
] as const;

/** The possible results of checking an imported row. */
export const IMPORT_OUTCOMES = ["ready", "lookalike", "duplicate", "skipped", "problem"] as const;

/** The sizes of printed cards: 5 by 7 inches, or a letter page to fold in half. */
export const CARD_FORMATS = ["five_by_seven", "half_letter"] as const;
export type CardFormat = (typeof CARD_FORMATS)[number];

/**
 * The state of a card: `leaving` is in the outbox, `failed` couldn't be delivered, and `unpaid` is waiting for the
 * donation to be paid.
 */
export const TRIBUTE_STATES = [
  "unpaid",
  "waiting",
  "leaving",
  "sent",
  "failed",
  "printed",
  "stopped",
] as const;

export const TRIBUTE_STOP_REASONS = [
  "donor",
  "admin",
  "refunded",
  "disputed",
  "returned",
  /** The recipient doesn't want any more cards. */
  "opted_out",
  /** The card had to wait more than four weeks. */
  "late",
  /** The donation is a demo. Emails about demo donations go only to the donor. */
  "demo",
] as const;

/** Stripe's refund reasons. */
export const REFUND_REASONS = ["requested_by_customer", "duplicate", "fraudulent"] as const;

export const AVAILABILITIES = ["weekends", "weekday-evenings", "flexible"] as const;

/** Whether a volunteer can log in. */
export const LOGIN_STATES = ["open", "closed", "invited", "none"] as const;

export const QUALIFICATION_KINDS = ["waiver", "background-check", "training", "other"] as const;

export const HOUR_ENTRY_STATUSES = ["pending", "approved", "rejected"] as const;

export const APPLICATION_STATUSES = ["pending", "approved", "rejected"] as const;

export const MILITARY_BRANCHES = [
  "Army",
  "Navy",
  "Air Force",
  "Marines",
  "Space Force",
  "Coast Guard",
  "Multiple Branches",
  "Other",
] as const;

export const DELIVERY_PROGRAMS = [
  "Deployed Service Members",
  "Military Families",
  "Veterans",
] as const;

/** Slugs that `private.home()` derives from program names, one per program. */
export const PROGRAM_SECTIONS = [
  "deployed-service-members",
  "military-families",
  "veterans",
] as const;

/** Sections that store only a picture, because their text is built in. */
export const PICTURE_SECTIONS = ["volunteer", "share-your-story", "thank-you"] as const;

export const SITE_SECTIONS = ["about", ...PROGRAM_SECTIONS, ...PICTURE_SECTIONS] as const;
export type SiteSection = (typeof SITE_SECTIONS)[number];

/** The regions of military mail. We publish only the region, never a more specific location (docs/decisions/0006). */
export const DELIVERY_REGIONS = [
  "Europe",
  "the Middle East",
  "Africa",
  "Asia and the Pacific",
  "the Americas",
  "a ship at sea",
] as const;
export type DeliveryRegion = (typeof DELIVERY_REGIONS)[number];

/** Areas of the dashboard. Each administrator has one or more of them, and an owner has all. */
export const ADMIN_AREAS = ["giving", "volunteers", "content", "settings"] as const;
export type AdminArea = (typeof ADMIN_AREAS)[number];

/** An administrator's areas. For an owner, all areas plus `owner`. */
export type OwnAreas = readonly (AdminArea | "owner")[];

/**
 * The access that an endpoint or a page of the dashboard requires: an area, or being an owner. `any` lets every
 * administrator in, but row-level security still decides which rows they see.
 */
export type RequiredArea = AdminArea | readonly AdminArea[] | "owner" | "any";

export const AUDIT_ACTIONS = ["insert", "update", "delete"] as const;

/** Reasons why two donors may be the same person. */
export const DUPLICATE_REASONS = ["email", "name_and_zip_code", "name"] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/** Reasons why two volunteers may be the same person. */
export const VOLUNTEER_DUPLICATE_REASONS = ["name_and_zip_code", "phone"] as const;
export type VolunteerDuplicateReason = (typeof VOLUNTEER_DUPLICATE_REASONS)[number];
/** The records that retention rules empty or delete, in the order in which the page lists them. */
export const RETENTION_RULES = [
  "rejected_applications",
  "email_texts",
  "unconfirmed_addresses",
  "expired_links",
] as const;
export type RetentionRuleName = (typeof RETENTION_RULES)[number];

/** Why emails wait: our own limit on emails per day, the provider's limit, or a provider that doesn't work. */
export const MAIL_PAUSE_REASONS = ["daily_limit", "provider_limit", "outage"] as const;

export const EMAIL_STATUSES = ["queued", "sending", "sent", "held", "failed", "canceled"] as const;

/** `expected` until the event is over. Hours count only once they are `confirmed`. */
export const ATTENDANCES = ["expected", "confirmed", "absent"] as const;

export const EVENT_TYPES = [
  "Care Package Assembly",
  "Outreach Event",
  "Food Drive",
  "Fundraiser",
  "Community Outreach",
] as const;

export const EVENT_STATUSES = ["upcoming", "ongoing", "past"] as const;

export const LEGAL_CONTENT_KEYS = ["privacy_policy", "terms_policy"] as const;

export const LEGAL_DOCUMENT_TYPES = ["Privacy Policy", "Terms of Service"] as const;

/** Types of uploaded pictures (UPL-01). */
export const IMAGE_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/gif",
  "image/avif",
] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** The problems that the live site can have, in alphabetical order. */
export const HEALTH_PROBLEMS = [
  "database",
  "emails",
  "erasures",
  "jobs",
  "payments",
  "webhooks",
] as const;
export type HealthProblemKind = (typeof HEALTH_PROBLEMS)[number];

/** What an archive contains: everything, for owners, or the giving area. */
export const ARCHIVE_AREAS = ["owner", "giving"] as const;
export type ArchiveArea = (typeof ARCHIVE_AREAS)[number];
