/**
 * Limits that both sides need, free of zod so that the home page can import them without it.
 * Source: P§3, P§5, P§9, A§3, A§5, A§9.
 */

export const DEFAULT_DONATION_DOLLARS = 50;

export const GIFT_LEVELS_MAX = 6;
/** Lines of what a package costs, and of what was spent in a year. */
export const AMOUNTS_MAX = 8;

/** One key per write, so that a request whose answer was lost can be sent again. */
export const IDEMPOTENCY_KEY_HEADER = "Idempotency-Key";
/** Carries the token that `GET /api/checkout` gave for one form. */
export const FORM_TOKEN_HEADER = "X-Form-Token";
/** How a donor who opened the link of a mail proves it. */
export const GIFT_SESSION_HEADER = "X-Gift-Session";

export const DELIVERY_AMOUNT_MAX = 100_000;

/** Where an addition to a region is too small to be named. */
export const OVERSEAS = "overseas";

export const EVENT_WEEKS_MAX = 52;

/** A UUID of any version, as part of an expression. */
export const UUID = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";

/** What a form tells at once; whether a mailbox exists only a letter tells. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
export const PASSWORD_MIN_LENGTH = 6;
export const ADMIN_PASSWORD_MIN_LENGTH = 12;
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

/** Of a post: how many tags, and how long what it is found by may be. */
export const TAGS_MAX = 10;
export const TAG_MAX_LENGTH = 30;
export const SLUG_MAX_LENGTH = 80;

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
