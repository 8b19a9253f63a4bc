/**
 * Choices and limits that both sides need, free of zod so that the home page can import them without it.
 * Source: P§3, P§5, P§9, A§3, A§5, A§9.
 */

export const DONATION_FREQUENCIES = ["one-time", "monthly"] as const;
export type DonationFrequency = (typeof DONATION_FREQUENCIES)[number];

export const DEFAULT_DONATION_DOLLARS = 50;

export const GIFT_LEVELS_MAX = 6;
/** Lines of what a package costs, and of what was spent in a year. */
export const AMOUNTS_MAX = 8;

/** How a donor who opened the link of a mail proves it. */
export const GIFT_SESSION_HEADER = "X-Gift-Session";

export const SUBSCRIPTION_STATUSES = ["active", "past_due", "paused", "cancelled"] as const;

export const DONATION_STATUSES = [
  "pending",
  "completed",
  "failed",
  "refunded",
  "partially_refunded",
  "disputed",
] as const;

/** Why a gift is given back, as Stripe names it. */
export const REFUND_REASONS = ["requested_by_customer", "duplicate", "fraudulent"] as const;

export const AVAILABILITIES = ["weekends", "weekday-evenings", "flexible"] as const;
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
export const DELIVERY_AMOUNT_MAX = 100_000;

/** All that the public learns of where military mail went (design §4). */
export const DELIVERY_REGIONS = [
  "Europe",
  "the Middle East",
  "Africa",
  "Asia and the Pacific",
  "the Americas",
  "a ship at sea",
] as const;
export type DeliveryRegion = (typeof DELIVERY_REGIONS)[number];
/** Where the group of a region and month is too small to be named. */
export const OVERSEAS = "overseas";

export const AUDIT_ACTIONS = ["insert", "update", "delete"] as const;
/** The tables whose writes are history. */
export const AUDITED_TABLES = [
  "about_items",
  "blog_posts",
  "care_package_goals",
  "contact_info",
  "email_outbox",
  "email_templates",
  "events",
  "financial_reports",
  "hero_section",
  "impact_stats",
  "legal_content",
  "locations",
  "package_deliveries",
  "refund_requests",
  /** Factors are kept by Auth; that one was set up or removed is written by hand. */
  "second_factors",
  "section_content",
  "settings",
  "shift_waitlist",
  "testimonials",
  "users",
  "volunteer_accounts",
  "volunteer_applications",
  "volunteer_event_registrations",
  "volunteer_highlights",
  "volunteer_shifts",
  "volunteers",
] as const;
export const EMAIL_STATUSES = ["queued", "sending", "sent", "held", "failed", "cancelled"] as const;

/** `expected` until the event is over; hours count once confirmed. */
export const ATTENDANCES = ["expected", "confirmed", "absent"] as const;

export const EVENT_TYPES = [
  "Care Package Assembly",
  "Outreach Event",
  "Food Drive",
  "Fundraiser",
  "Community Outreach",
] as const;

export const EVENT_STATUSES = ["upcoming", "ongoing", "past"] as const;
export const EVENT_WEEKS_MAX = 52;

export const LEGAL_CONTENT_KEYS = ["privacy_policy", "terms_policy"] as const;
export const LEGAL_DOCUMENT_TYPES = ["Privacy Policy", "Terms of Service"] as const;

/** A UUID of any version, as part of an expression. */
export const UUID = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";

/** What a form tells at once; whether a mailbox exists only a letter tells. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
export const PASSWORD_MIN_LENGTH = 6;
/** Auth keeps no more of a password. */
export const PASSWORD_MAX_BYTES = 72;
/** Two groups of five, without letters and digits that look alike: 49 bits. */
export const RECOVERY_CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
export const RECOVERY_CODE_PATTERN = /^[2-9A-HJKMNP-TV-Z]{5}-[2-9A-HJKMNP-TV-Z]{5}$/;
export const ZIP_CODE_MAX_LENGTH = 10;
/** 5 digits, optionally a hyphen and 4 more (P§5). */
export const ZIP_CODE_PATTERN = /^\d{5}(-\d{4})?$/;

export const CARD_NUMBER_MAX_LENGTH = 19;
export const CARD_EXPIRY_MAX_LENGTH = 5;
export const CARD_CVV_MAX_LENGTH = 4;

/** What people may upload (P§9, design §9), and how large a picture may be for a visitor's phone to show it. */
export const UPLOAD_MAX_BYTES = 10_485_760;
export const IMAGE_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/gif",
  "image/avif",
] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];
export const IMAGE_MAX_SIDE = 12_000;
export const IMAGE_MAX_PIXELS = 50_000_000;

export const RATING_DEFAULT = 5;
export const TEMPLATE_CONTENT_MIN_LENGTH = 10;
export const MONTHLY_GOAL_DEFAULT = 500;

export const PAGE_LIMIT_DEFAULT = 50;
export const PAGE_LIMIT_MAX = 200;
/** Rows a page may begin after; what lies deeper is reached by cursor (design §6). */
export const OFFSET_MAX = 10_000;
/** How far matching rows are counted; more are told as `10000+`. */
export const COUNT_MAX = 10_000;
/** How many rows of a list are added up for the screen; an export adds up all. */
export const SUMMED_MAX = 100_000;
export const SEARCH_MAX_LENGTH = 100;

/** Milliseconds. */
export const ADMIN_SESSION_MS = 8 * 60 * 60 * 1000;
