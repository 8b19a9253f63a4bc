/** Limits that server and client share. This file doesn't import zod, so that the home page doesn't load it. */

export const DEFAULT_DONATION_DOLLARS = 50;

export const GIFT_LEVELS_MAX = 6;
/** Maximum number of amounts that make up a package's price or a year's spending. */
export const AMOUNTS_MAX = 8;

/** The header that contains a unique key for each write, so that a request can be retried if its response was lost. */
export const IDEMPOTENCY_KEY_HEADER = "Idempotency-Key";
/** The header that contains a form token from `GET /api/checkout`. */
export const FORM_TOKEN_HEADER = "X-Form-Token";
/** The header that contains the session of a donor who opened an emailed link. */
export const DONOR_SESSION_HEADER = "X-Gift-Session";

export const DELIVERY_AMOUNT_MAX = 100_000;

/** The name of the region for additions that are too small to be published separately. */
export const OVERSEAS = "overseas";

export const EVENT_WEEKS_MAX = 52;

/** The longest event that ends on the next day, in hours. */
export const EVENT_HOURS_MAX = 18;

/** Regex source that matches a UUID of any version. */
export const UUID_SOURCE = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";

/** A quick check for forms. Only a delivered email proves that a mailbox exists. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** The longest names that strangers can have in our emails. Administrators and imports may enter longer ones. */
export const VISITOR_NAME_MAX_LENGTH = 60;
export const HONOREE_MAX_LENGTH = 100;
export const PASSWORD_MIN_LENGTH = 6;
export const ADMIN_PASSWORD_MIN_LENGTH = 12;
/** An administrator's username, as the table `users` checks it. */
export const USERNAME_PATTERN = /^[A-Za-z0-9._-]{2,50}$/;
/** Supabase Auth ignores any bytes of a password beyond this limit. */
export const PASSWORD_MAX_BYTES = 72;
/**
 * The characters used in recovery codes, without those that look alike. A code has 16 characters, or 78 bits, so a code
 * can't be guessed from its hash.
 */
export const RECOVERY_CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
export const ZIP_CODE_MAX_LENGTH = 10;
/** Five digits, optionally a hyphen and four more (NOTE-13). */
export const ZIP_CODE_PATTERN = /^\d{5}(-\d{4})?$/;

export const CARD_NUMBER_MAX_LENGTH = 19;
export const CARD_EXPIRY_MAX_LENGTH = 5;
export const CARD_CVV_MAX_LENGTH = 4;

/** Limits of uploads (UPL-01). Larger pictures could be too much for a visitor's phone. */
export const UPLOAD_MAX_BYTES = 10_485_760;
export const IMAGE_MAX_SIDE = 12_000;
export const IMAGE_MAX_PIXELS = 50_000_000;

/** Limits of a post. Its draft may be longer, because no one has divided it yet. */
export const POST_MAX_LENGTH = 100_000;
export const DRAFT_MAX_LENGTH = 1_000_000;
export const TAGS_MAX = 10;
export const TAG_MAX_LENGTH = 30;
export const SLUG_MAX_LENGTH = 80;

export const RATING_DEFAULT = 5;
export const TEMPLATE_CONTENT_MIN_LENGTH = 10;
export const MONTHLY_GOAL_DEFAULT = 500;

export const PAGE_LIMIT_DEFAULT = 50;
export const PAGE_LIMIT_MAX = 200;
/** The largest offset. To read later pages, clients must use a cursor. */
export const OFFSET_MAX = 10_000;
/** The server stops counting here. If more rows match, clients get `10000+`. */
export const COUNT_MAX = 10_000;
/** The maximum number of rows that are added up for the screen. Exports add up all rows. */
export const SUMMED_ROWS_MAX = 100_000;
/**
 * The maximum number of rows in one part of an export. On a slow machine, it takes less than a second of processor time
 * to write them (`npm run bench exports`).
 */
export const EXPORT_PART_ROWS_MAX = 10_000;
/** Papers in one request, which must not take more than 1.5 seconds of processor time. */
export const PAPERS_PER_REQUEST = 20;
/** Five sheets of labels, including those that didn't fill a sheet in the request before. */
export const LABELS_PER_REQUEST = 150;
/** Papers in one file. */
export const PRINTED_PAPERS_MAX = 2000;
export const SEARCH_MAX_LENGTH = 100;

/** Limits of an imported file. */
export const IMPORT_ROWS_MAX = 100_000;
export const IMPORT_COLUMNS_MAX = 200;
export const IMPORT_CELL_MAX_LENGTH = 10_000;
/** The number of different words in a column of statuses or types. */
export const IMPORT_WORDS_MAX = 100;
/** The maximum number of rows from a file that are sent in one request. */
export const IMPORT_PART_ROWS_MAX = 1000;

export const ADMIN_SESSION_MS = 8 * 60 * 60 * 1000;

/** The maximum number of days that a retention rule may keep records: ten years. */
export const KEEP_DAYS_MAX = 3650;

/** The start of the tokens that stop emails. Email clients and readers may put something behind them. */
export const OPT_OUT_TOKEN_START_PATTERN = /^[\da-f]{8}-[\da-f-]{27}/i;

/** A volunteer's id and its signature, as they appear in links that turn off emails about new events. */
export const NEWS_TOKEN_PATTERN = /^[\da-f-]{36}\.[\da-f]{64}$/;

/**
 * How many years before and after today a day usually is. If `future` is null, the table itself refuses days after
 * today, so there's nothing to ask.
 */
export interface UsualYears {
  readonly past: number;
  readonly future: number | null;
}

/** The days of a file that brings many years along. Its check names rows with other days. */
export const IMPORTED_YEARS: UsualYears = { past: 15, future: 10 };
