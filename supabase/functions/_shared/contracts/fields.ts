import { z } from "zod";
import "./sentences.ts";
import { hasLinks, hasWebLinks, LINKS_MESSAGE, separateInitials } from "./card-text.ts";
import { EMAIL_ADDRESS_PATTERN, encodeEmailDomain } from "./email-address.ts";
import {
  ADMIN_PASSWORD_MIN_LENGTH,
  PAGE_LIMIT_MAX,
  PASSWORD_MAX_BYTES,
  PASSWORD_MIN_LENGTH,
  UUID_SOURCE,
  VISITOR_NAME_MAX_LENGTH,
  ZIP_CODE_MAX_LENGTH,
  ZIP_CODE_PATTERN,
} from "./limits.ts";
import { toStateCode } from "./states.ts";
import { findHtmlProblem, findMarkdownProblem } from "./text-bounds.ts";
import { joinCopiedLines, normalizePassword, removeHiddenCharacters } from "./visible-text.ts";

const trimmedText = (schema: z.ZodString, max: number, min: number, tooShortMessage?: string) =>
  schema.overwrite(removeHiddenCharacters).trim().min(min, tooShortMessage).max(max);

/**
 * Text that users enter, without the characters that nobody sees. It is trimmed, and may be empty only if `min` is 0.
 * `tooShortMessage` replaces the default message.
 */
export const text = (max: number, min = 1, tooShortMessage?: string) =>
  trimmedText(z.string(), max, min, tooShortMessage);

/** A single line of text. Rejects line breaks, which could inject email headers. */
const singleLine = (schema: z.ZodString, max: number, min: number, tooShortMessage?: string) =>
  trimmedText(schema, max, min, tooShortMessage).regex(/^[^\r\n\t]*$/, "Keep this on one line.");

export const line = (max: number, min = 1, tooShortMessage?: string) =>
  singleLine(z.string().overwrite(joinCopiedLines), max, min, tooShortMessage);

/** Text that a parser reads. If it is too long as a whole, that is the only problem to name. */
const parsedText = (
  schema: z.ZodString,
  max: number,
  findProblem: (text: string) => string | undefined,
) =>
  schema.superRefine((value, context) => {
    const message = value.length > max ? undefined : findProblem(value);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

export const markdown = (max: number, min = 1) =>
  parsedText(text(max, min), max, findMarkdownProblem);
export const html = (max: number, min = 1, tooShortMessage?: string) =>
  parsedText(text(max, min, tooShortMessage), max, findHtmlProblem);

export const id = z.uuid();
export const idParams = z.object({ id });

export const email = z
  .string()
  .overwrite(removeHiddenCharacters)
  .trim()
  .overwrite(encodeEmailDomain)
  .max(254)
  .meta({ format: "email" })
  .pipe(z.email({ pattern: EMAIL_ADDRESS_PATTERN, error: "Enter a valid email address." }))
  .transform((value) => value.toLowerCase());

export const personName = line(100);

const hasNoLinks = (value: string) => !hasLinks(value);

/** A name that our emails repeat, and that isn't typed by an administrator. It leads nowhere. */
export const linklessName = (max: number, min = 1) =>
  line(max, min).overwrite(separateInitials).refine(hasNoLinks, LINKS_MESSAGE);

/** Text that our emails repeat, and that isn't typed by an administrator. It leads nowhere. */
export const linklessText = (max: number, min = 1) =>
  text(max, min).refine(hasNoLinks, LINKS_MESSAGE);

export const visitorName = linklessName(VISITOR_NAME_MAX_LENGTH);

/** Counts the characters that can be dialed: digits, and letters if the text has nothing else, such as 800-FLOWERS. */
function countDialed(text: string): number {
  const digits = text.replace(/\P{Nd}/gu, "");
  const characters = text.replace(/[^A-Z\d]/gi, "");
  const isInLetters = /^1?\d{3}[A-Z\d]{7}$/.test(characters);
  return isInLetters ? characters.length : digits.length;
}

/** A phone number, or empty. */
export const phone = line(30, 0)
  .refine((text) => text === "" || (countDialed(text) >= 7 && !hasWebLinks(text)), {
    error: "Enter a phone number with its area code, such as 555-010-1234.",
  })
  .meta({ format: "phone" });

/** Reads `76102 1234`, and a dash of another kind. */
const joinZipCode = (text: string): string =>
  text.trim().replace(/^(\d{5}) ?[-\u2010-\u2015\u2212]? ?(\d{4})$/, "$1-$2");

/** A ZIP code or, if `min` is 0, whatever else was typed in its place. */
export const zipCodeLine = (min = 1) =>
  singleLine(
    z.string().overwrite(joinCopiedLines).overwrite(removeHiddenCharacters).overwrite(joinZipCode),
    ZIP_CODE_MAX_LENGTH,
    min,
  );

export const zipCode = zipCodeLine().regex(
  ZIP_CODE_PATTERN,
  "Enter a ZIP code such as 76102 or 76102-1234.",
);

/** A state as its code. Other text, such as `Unknown`, stays as it is typed. */
export const state = (min = 1) =>
  singleLine(z.string().overwrite(joinCopiedLines).overwrite(toStateCode), 50, min);

/** In the one form in which passwords are set and compared. */
const password = z.string().overwrite(normalizePassword);

/** The limit is in bytes, so each non-ASCII character counts as more than one. */
const createPasswordSchema = (minLength: number) =>
  password
    .min(minLength)
    .max(PASSWORD_MAX_BYTES)
    .refine(
      (value) => new TextEncoder().encode(value).length <= PASSWORD_MAX_BYTES,
      "Use a shorter password.",
    )
    // Such a password must not be in the public list of stolen passwords (see http/new-passwords.ts).
    .meta({ format: "new-password" });
export const newPassword = createPasswordSchema(PASSWORD_MIN_LENGTH);
export const newAdminPassword = createPasswordSchema(ADMIN_PASSWORD_MIN_LENGTH);
/**
 * An existing password. It may be shorter than new ones must be, because the rules may have changed since it was set.
 */
export const currentPassword = password.min(1).max(200).meta({ format: "password" });

/** Token from the captcha widget; required if a captcha is configured. */
export const captchaToken = z.string().max(2048).optional();

type ImageFolder = "site" | "stories" | "highlights";

/** The picture's size in its path (see rules/pictures.ts). */
const SIZE_PATTERN = "(?:/[1-9]\\d{0,4}x[1-9]\\d{0,4}(?:-single)?(?:-share)?)?";

const IMAGE_KEY_PATTERNS: Readonly<Record<ImageFolder, string>> = {
  site: UUID_SOURCE + SIZE_PATTERN,
  stories: UUID_SOURCE + SIZE_PATTERN,
  // Each volunteer has their own folder.
  highlights: `${UUID_SOURCE}/${UUID_SOURCE}${SIZE_PATTERN}`,
};

/**
 * The path of a picture that was uploaded and checked, as returned in `objectPath`. The tables check paths the same way
 * (`private.is_image_path`), and pages load pictures only from these paths.
 */
const uploadedImage = (folder: ImageFolder) =>
  z
    .string()
    .trim()
    .regex(
      new RegExp(`^/images/${folder}/${IMAGE_KEY_PATTERNS[folder]}$`),
      "Upload the image to this site.",
    );

/** A picture that is public only while its record is published. */
export const reviewedPicture = z.union([uploadedImage("stories"), uploadedImage("highlights")]);

/** A record's picture and alt text, as input. */
export const picture = (folder: ImageFolder) => ({
  imageUrl: uploadedImage(folder).nullable(),
  imageAlt: line(300, 0).nullable(),
});

/** A record's picture and alt text, as output. */
export const pictureOutput = {
  imageUrl: z.string().nullable(),
  imageAlt: z.string().nullable(),
};

/** An external URL. It must use HTTPS, so `javascript:` and unencrypted URLs are rejected. */
export const httpsUrl = line(1000)
  .regex(/^https:\/\/[^\s<>"\\]+$/, "Enter a full URL, such as https://example.org.")
  .meta({ format: "uri" });

/** Excludes extreme years, which break date formatting and time zones. Tables have the same bounds. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2199];
const YEAR_MESSAGE = `Enter a year from ${FIRST_YEAR} to ${LAST_YEAR}.`;

/**
 * Returns whether a value that starts with a year, such as YYYY-MM-DD, is between `FIRST_YEAR` and `LAST_YEAR`.
 * `slackYears` also allows that many years before and after, because in UTC, a time on the first or last day may be in a
 * neighboring year.
 */
const isWithinYears =
  (slackYears = 0) =>
  (value: string) => {
    const year = Number(value.slice(0, 4));
    return year >= FIRST_YEAR - slackYears && year <= LAST_YEAR + slackYears;
  };

export const date = z.iso.date().refine(isWithinYears(), YEAR_MESSAGE);
/** A month such as `2026-10`. */
export const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/);
/** HH:MM or HH:MM:SS, as a time input sends it. */
export const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, "Enter a time, such as 9:30 AM.");

export const year = z
  .string()
  .regex(/^20\d\d$/, "Enter a year, such as 2026.")
  .transform(Number);

/** ISO 8601 timestamp with its offset. */
export const timestamp = z.iso.datetime({ offset: true }).refine(isWithinYears(1), YEAR_MESSAGE);

/** Money and other numbers that Postgres may return as text. */
export const decimal = z.coerce.number();
/** The hours that someone worked on one day or shift, to the hundredth. */
export const hoursWorked = z
  .number()
  .min(0, "Enter a number of hours, such as 2.5.")
  .max(24, "Enter at most 24 hours.")
  .multipleOf(0.01, "Use at most two decimals.");
/** Dollars in whole cents: 25, 25.5 or "25.50", never 50.001, 1e3 or NaN. */
export const dollars = z
  .union([z.number(), z.string().max(20)])
  .transform(String)
  .pipe(
    z
      .string()
      .trim()
      .regex(/^\d{1,8}(\.\d{1,2})?$/, "Enter an amount, such as 50 or 50.25."),
  );
export const positiveDollars = dollars.refine(
  (amount) => Number(amount) > 0,
  "Enter an amount greater than $0.",
);
/** An amount that a donation can have. */
export const donatedDollars = positiveDollars.refine(
  (amount) => Number(amount) <= 999_999.99,
  "Enter at most $999,999.99.",
);
export const count = z.coerce.number().int().nonnegative();

/** A true-or-false filter; omit it to get all rows. */
export const flag = z
  .enum(["true", "false"])
  .transform((value) => value === "true")
  .optional();

/** The IDs of the selected rows, as in a URL: `a,b,c`. */
export const selectedIds = z
  .string()
  .max(40 * PAGE_LIMIT_MAX)
  .transform((value) => value.split(","))
  .pipe(z.array(id).max(PAGE_LIMIT_MAX))
  .optional();

export const limitQuery = (defaultLimit: number, max: number) =>
  z.object({ limit: z.coerce.number().int().min(1).max(max).default(defaultLimit) });

export const message = z.object({ message: z.string() });

/** The organization named on a receipt, statement or certificate; null until its details are entered. */
export const documentOrganization = z
  .object({
    name: z.string(),
    taxId: z.string(),
    address: z.string(),
    phone: z.string(),
    email: z.string(),
  })
  .nullable();
