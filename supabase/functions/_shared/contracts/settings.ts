import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { AMOUNTS_MAX, GIFT_LEVELS_MAX, UUID_SOURCE } from "./limits.ts";
import { decimal, httpsUrl, line, picture, timestamp } from "./fields.ts";
import { version } from "./versions.ts";

const link = z.string().nullable();
const { imageUrl: seal } = picture("site");

/** With fewer, nothing would be left for receipts. */
const EMAILS_PER_DAY_MIN = 10;

const AMOUNT_MESSAGE = "Enter an amount, such as 50 or 50.25.";
const formatDollars = (amount: number) => `$${amount.toLocaleString("en-US")}`;

/** Creates the messages lazily, because formatting the first number adds 20 ms to a cold start. */
const limitAmount = (amount: z.ZodNumber, min: number, max: number) =>
  amount
    .min(min, { error: () => `Enter ${formatDollars(min)} or more.` })
    .max(max, { error: () => `Enter ${formatDollars(max)} or less.` });
const dollars = (min: number, max: number) =>
  limitAmount(z.number(AMOUNT_MESSAGE).multipleOf(0.01, AMOUNT_MESSAGE), min, max);

const giftLevel = z.strictObject({
  amount: limitAmount(z.int("Enter whole dollars, such as 50."), 1, 500_000),
  label: line(40),
});
const labeledAmount = z.strictObject({ label: line(60), amount: dollars(0.01, 1_000_000_000) });

const settings = z.object({
  timeZone: z.string(),
  /** False until someone saves the time zone, which may stay as it is. The next one says the same of giving. */
  isTimeZoneConfirmed: z.boolean(),
  isGivingConfirmed: z.boolean(),
  minDonation: decimal,
  maxDonation: decimal,
  packagePrice: decimal,
  giftLevels: z.array(giftLevel),
  packageCosts: z.array(labeledAmount),
  spendingYear: z.number().nullable(),
  spendingYearRaised: decimal.nullable(),
  spending: z.array(labeledAmount),
  cardFeePercent: decimal,
  cardFeeFixed: decimal,
  employerMatchUrl: link,
  facebookUrl: link,
  instagramUrl: link,
  xUrl: link,
  youtubeUrl: link,
  candidUrl: link,
  candidSealUrl: link,
  charityNavigatorUrl: link,
  charityNavigatorSealUrl: link,
  bbbUrl: link,
  bbbSealUrl: link,
  /** True once a real payment has been received. Read-only. */
  realPayments: z.boolean(),
  emailsPerDay: z.number().nullable(),
  /** How many hours before a shift nobody moves up from its waiting list by themselves anymore. */
  promotionHours: z.number(),
  paperThanks: z.string().nullable(),
  signerName: z.string().nullable(),
  signerTitle: z.string().nullable(),
  signatureUrl: link,
  updatedAt: timestamp,
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const writableFields = z.strictObject({
  timeZone: z
    .string()
    .trim()
    .max(100)
    .refine(isTimeZone, "Choose a time zone, such as America/Chicago."),
  minDonation: dollars(0.5, 500_000),
  maxDonation: dollars(0.5, 500_000),
  packagePrice: dollars(0.01, 500_000),
  /** Suggested amounts, in order. If empty, the built-in ones are used. */
  giftLevels: z.array(giftLevel).max(GIFT_LEVELS_MAX),
  /** The parts that make up a package's price. They must add up to it exactly. If empty, the site doesn't show them. */
  packageCosts: z.array(labeledAmount).max(AMOUNTS_MAX),
  /** The year that `spending` covers. */
  spendingYear: z.int().min(2000).max(2100).nullable(),
  /** What was raised in that year. */
  spendingYearRaised: dollars(0, 1_000_000_000).nullable(),
  spending: z.array(labeledAmount).max(AMOUNTS_MAX),
  /** The processor's fee per charge, which donors may cover. */
  cardFeePercent: z.number().multipleOf(0.01, "Enter a percentage, such as 2.9.").min(0).max(10),
  cardFeeFixed: dollars(0, 5),
  /** Where donors can check whether their employer matches donations. */
  employerMatchUrl: httpsUrl.nullable(),
  /** How many emails our email provider sends per day. If null, there is no limit. */
  emailsPerDay: z
    .int("Enter a whole number, such as 100.")
    .min(EMAILS_PER_DAY_MIN, `Enter ${EMAILS_PER_DAY_MIN} or more.`)
    .max(1_000_000, "Enter 1,000,000 or less.")
    .nullable(),
  promotionHours: z
    .int("Enter a whole number, such as 12.")
    .min(0, "Enter 0 or more.")
    .max(168, "Enter 168 or less."),
  /** The sentence of thanks on receipts, statements and letters. */
  paperThanks: line(300).nullable(),
  /** Who signs receipts, statements and letters. */
  signerName: line(100).nullable(),
  signerTitle: line(100).nullable(),
  /** The picture of the signature, as returned in `objectPath`. */
  signatureUrl: z
    .string()
    .trim()
    .regex(new RegExp(`^/signatures/${UUID_SOURCE}$`), "Upload the picture to this site.")
    .nullable(),
  facebookUrl: httpsUrl.nullable(),
  instagramUrl: httpsUrl.nullable(),
  xUrl: httpsUrl.nullable(),
  youtubeUrl: httpsUrl.nullable(),
  /**
   * Our page on each evaluator's site, and the seal that the evaluator gave us. The checkout shows a seal if both are
   * set.
   */
  candidUrl: httpsUrl.nullable(),
  candidSealUrl: seal,
  charityNavigatorUrl: httpsUrl.nullable(),
  charityNavigatorSealUrl: seal,
  bbbUrl: httpsUrl.nullable(),
  bbbSealUrl: seal,
});

export const settingsEndpoints = adminEndpoints("settings", {
  getSettings: {
    method: "GET",
    path: "/api/settings",
    summary: "Organization-wide settings; pages get the ones they need from /api/home",
    output: settings,
  },
  updateSettings: {
    method: "PUT",
    path: "/api/settings",
    summary: "Update one or more settings",
    body: writableFields.partial().extend(version),
    output: settings,
  },
  saveSignature: {
    method: "POST",
    path: "/api/settings/signature",
    summary:
      "Check an uploaded picture of a signature and return the path to store; it never becomes public",
    rateLimit: { max: 60, windowSeconds: 3600 },
    body: z.strictObject({ url: z.string().trim().min(1).max(2000) }),
    output: z.object({ objectPath: z.string() }),
  },
  getSignature: {
    method: "GET",
    path: "/api/settings/signature",
    summary: "The picture of the signature on receipts, statements and letters",
    output: "file",
  },
});
