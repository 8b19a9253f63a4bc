import { z } from "zod";
import "./sentences.ts";
import {
  PAGE_LIMIT_MAX,
  PASSWORD_MAX_BYTES,
  PASSWORD_MIN_LENGTH,
  UUID,
  ZIP_CODE_MAX_LENGTH,
  ZIP_CODE_PATTERN,
} from "./limits.ts";

/**
 * Text a person types: trimmed, not empty, without control characters other than line breaks. Where it is too short it
 * may have a sentence of its own.
 */
export const text = (max: number, min = 1, tooShort?: string) =>
  z
    .string()
    .trim()
    .min(min, tooShort)
    .max(max)
    .regex(/^(?:[^\p{Cc}]|[\r\n\t])*$/u, "Contains characters that aren't allowed");

/**
 * One line of text: a name, a subject. Line breaks are refused, so that no mail header can be injected, and characters
 * that turn the direction of what follows, so that nobody is shown under another name than she gave.
 */
export const line = (max: number, min = 1, tooShort?: string) =>
  text(max, min, tooShort)
    .regex(/^[^\r\n\t]*$/, "Must be a single line")
    .regex(/^\P{Bidi_Control}*$/u, "Contains characters that aren't allowed");

export const id = z.uuid();
export const idParams = z.object({ id });

export const email = z
  .string()
  .trim()
  .max(254)
  .meta({ format: "email" })
  .pipe(z.email("Must be a valid email address"))
  .transform((value) => value.toLowerCase());

export const personName = line(100);
export const phone = line(30, 0);
export const zipCode = line(ZIP_CODE_MAX_LENGTH).regex(
  ZIP_CODE_PATTERN,
  "Must be a ZIP code such as 76102 or 76102-1234",
);
/** The limit counts bytes, so that one with other letters than A to Z may be shorter. */
export const newPassword = z
  .string()
  .min(PASSWORD_MIN_LENGTH)
  .max(PASSWORD_MAX_BYTES)
  .refine(
    (value) => new TextEncoder().encode(value).length <= PASSWORD_MAX_BYTES,
    "Please use a shorter password.",
  )
  .meta({ format: "password" });
/** A password that is only compared: any length a person may once have chosen. */
export const currentPassword = z.string().min(1).max(200).meta({ format: "password" });

/** What the captcha's widget gave the visitor; asked for where a captcha is configured. */
export const captchaToken = z.string().max(2048).optional();

type ImageFolder = "site" | "stories" | "highlights";

/** rules/pictures.ts says what it means. */
const SIZE = "(?:/[1-9]\\d{0,4}x[1-9]\\d{0,4}(?:-single)?)?";

const IMAGE_KEYS: Readonly<Record<ImageFolder, string>> = {
  site: UUID + SIZE,
  stories: UUID + SIZE,
  // Each volunteer has a folder of her own.
  highlights: `${UUID}/${UUID}${SIZE}`,
};

/**
 * A picture that was uploaded here and has been checked: what the upload calls answer as `objectPath`. The tables know
 * the same paths (`private.is_image_path`), and pages load pictures from nowhere else.
 */
const uploadedImage = (folder: ImageFolder) =>
  z
    .string()
    .trim()
    .regex(
      new RegExp(`^/images/${folder}/${IMAGE_KEYS[folder]}$`),
      "Must be an image uploaded to this site",
    );

/** A picture that is public only as long as its record is. */
export const reviewedPicture = z.union([uploadedImage("stories"), uploadedImage("highlights")]);

/** A record's picture as it is written, with what it shows for those who do not see it. */
export const picture = (folder: ImageFolder) => ({
  imageUrl: uploadedImage(folder).nullable(),
  imageAlt: line(300, 0).nullable(),
});

/** The same as it is read. */
export const shownPicture = {
  imageUrl: z.string().nullable(),
  imageAlt: z.string().nullable(),
};

/** The address of a page elsewhere; never `javascript:` and never unencrypted. */
export const httpsUrl = line(1000)
  .regex(/^https:\/\/[^\s<>"\\]+$/, "Must be a URL that starts with https://")
  .meta({ format: "uri" });

/** Far enough from year 0 and 10,000, where time zones and dates as text break. Tables have the same bounds. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2199];
const YEARS = `Year must be from ${FIRST_YEAR} to ${LAST_YEAR}`;

/** YYYY-MM-DD. `slack`: in UTC the first or last day may fall into the year beside it. */
const isWithinYears =
  (slack = 0) =>
  (value: string) => {
    const year = Number(value.slice(0, 4));
    return year >= FIRST_YEAR - slack && year <= LAST_YEAR + slack;
  };

export const date = z.iso.date().refine(isWithinYears(), YEARS);
/** `2026-10` */
export const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/);
/** HH:MM or HH:MM:SS, as a time input sends it. */
export const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, "Must be a time such as 09:30");

export const year = z
  .string()
  .regex(/^20\d\d$/, "Must be a year such as 2026")
  .transform(Number);

/** A moment: ISO 8601 with its offset. */
export const timestamp = z.iso.datetime({ offset: true }).refine(isWithinYears(1), YEARS);

/** Money and other numbers that Postgres may send as text. */
export const decimal = z.coerce.number();
export const count = z.coerce.number().int().nonnegative();

/** A yes or no in an address; absent: both. */
export const flag = z
  .enum(["true", "false"])
  .transform((value) => value === "true")
  .optional();

/** Rows that somebody picked, as `a,b,c` in an address. */
export const pickedIds = z
  .string()
  .max(40 * PAGE_LIMIT_MAX)
  .transform((value) => value.split(","))
  .pipe(z.array(id).max(PAGE_LIMIT_MAX))
  .optional();

export const limitQuery = (fallback: number, max: number) =>
  z.object({ limit: z.coerce.number().int().min(1).max(max).default(fallback) });

export const message = z.object({ message: z.string() });

/** Who issues a receipt, a statement or a certificate; null until the organisation has entered its own details. */
export const paperOrganization = z
  .object({
    name: z.string(),
    taxId: z.string(),
    address: z.string(),
    phone: z.string(),
    email: z.string(),
  })
  .nullable();
