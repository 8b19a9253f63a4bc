/**
 * Values of which one is chosen. Apart from the limits, which come with the home page: no visitor waits for these.
 */

export const DONATION_FREQUENCIES = ["one-time", "monthly"] as const;
export type DonationFrequency = (typeof DONATION_FREQUENCIES)[number];

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

/** One per program, its slug: `private.home()` makes it of the name. */
export const PROGRAM_SECTIONS = [
  "deployed-service-members",
  "military-families",
  "veterans",
] as const;

/** Of these the site keeps a picture and no words. */
export const PICTURE_SECTIONS = ["volunteer", "share-your-story", "thank-you"] as const;

export const SITE_SECTIONS = ["about", ...PROGRAM_SECTIONS, ...PICTURE_SECTIONS] as const;
export type SiteSection = (typeof SITE_SECTIONS)[number];

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

export const AUDIT_ACTIONS = ["insert", "update", "delete"] as const;

/** The tables whose writes are history. */
export const AUDITED_TABLES = [
  "about_items",
  "blog_posts",
  "care_package_goals",
  "children_letters",
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

export const LEGAL_CONTENT_KEYS = ["privacy_policy", "terms_policy"] as const;

export const LEGAL_DOCUMENT_TYPES = ["Privacy Policy", "Terms of Service"] as const;
