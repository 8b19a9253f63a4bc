import type { MailTemplate } from "../rules/built-in-templates.ts";
import { isSentBySite, listPlaceholders } from "../rules/mail-placeholders.ts";
import { SITE_PAGES } from "../rules/site-pages.ts";
import { isCard } from "./card.ts";
import { isNews } from "./news.ts";
import { namesPeople, type PeopleOfShift } from "./shift-people.ts";
import { UnsendableMailError } from "./placeholders.ts";
import { type MailLinks, type QueuedMail, renderMail } from "./render-mail.ts";

/** Sample values, formatted as in the outbox. */
const SAMPLE_VALUES: Readonly<Record<string, unknown>> = {
  name: "Rosalind",
  firstName: "Rosalind",
  donationAmount: 50,
  donationDate: "2026-11-21",
  nextChargeDate: "2026-12-21",
  receiptNumber: "R-2026-000123",
  inHonorOf: "Sgt. Paul Yates",
  giverName: "Bluebonnet Giving Fund",
  gift: "40 shares of Apple Inc. (AAPL)",
  letterDate: "2026-11-22",
  refundAmount: 20,
  declineReason: "The bank says there wasn't enough money in the account.",
  endReason: "We tried several times, but the payments didn't go through.",
  receiptNote: "Please don't use receipt R-2026-000123 for your taxes. It's no longer valid.",
  year: 2026,
  eventType: "Care Package Assembly",
  eventDate: "2026-12-05",
  startTime: "09:00:00",
  endTime: "12:30:00",
  timeZone: "America/Chicago",
  address: "410 Lantern Street, Fort Worth, TX 76102",
  formerDate: "2026-12-04",
  formerStartTime: "10:00:00",
  formerEndTime: "13:30:00",
  formerAddress: "12 Depot Road, Fort Worth, TX 76104",
  reason: "The hall is flooded.",
  standing: "You're still signed up.",
  whatChanged: "has a new day, time or place",
  account: "rosalind",
  administrator: "june",
  change: "now has access to: Giving; Content",
  changedBy: "rosalind",
  mentionCount: 12,
  traffic:
    "Within ten minutes, more than 300 payments were started and not paid. Someone may be testing stolen cards.",
  inviter: "ann.lee",
  invitedBy: "ann.lee",
  newEmail: "rosalind@example.org",
  donorName: "Ann Lee",
  honoree: "Sgt. Paul Yates",
};

/** The message that a card gets in addition to its placeholders. */
const CARD_SAMPLE_VALUES = {
  message: "Your letters were on the kitchen table all year.\nThank you for being there.",
};

/** The people whom an email to a coordinator names. */
const SHIFT_PEOPLE_SAMPLE: readonly PeopleOfShift[] = [
  {
    eventId: "",
    eventType: "Care Package Assembly",
    eventDate: "2026-12-05",
    startTime: "09:00:00",
    registered: 9,
    limit: 12,
    waiting: 2,
    people: [{ name: "Paul Yates", phone: "(817) 555-0142" }],
  },
];

/** Values that receipts get in addition to their placeholders. */
const RECEIPT_SAMPLE_VALUES = { packagePrice: 50, packingDate: "2026-12-05" };

export interface SampleMail {
  readonly mail: QueuedMail;
  /** The links open their pages but don't grant access. */
  readonly links: MailLinks;
}

/** Returns an email with sample values, for previews, tests and template checks. */
export function createSampleMail(templateName: string, siteUrl: string): SampleMail {
  // A custom template may use any of the site's placeholders, except for links with a token: it may go to many people.
  const placeholderNames = isSentBySite(templateName)
    ? Object.keys(listPlaceholders(templateName))
    : Object.keys(SAMPLE_VALUES);
  const data = Object.fromEntries(
    placeholderNames.flatMap((name) =>
      name in SAMPLE_VALUES ? [[name, SAMPLE_VALUES[name]]] : [],
    ),
  );
  const receiptData = placeholderNames.includes("receiptNumber") ? RECEIPT_SAMPLE_VALUES : {};
  return {
    mail: {
      templateName,
      toName: "Rosalind Achterberg",
      data: {
        ...data,
        ...receiptData,
        ...(isCard(templateName) && CARD_SAMPLE_VALUES),
        ...(namesPeople(templateName) && { shiftPeople: SHIFT_PEOPLE_SAMPLE }),
      },
    },
    links: {
      ...(placeholderNames.includes("giftLink") && { giftLink: siteUrl + SITE_PAGES.manageGift }),
      activationLink: siteUrl + SITE_PAGES.activate,
      invitationLink: siteUrl + SITE_PAGES.join,
      emailChangeLink: siteUrl + SITE_PAGES.confirmEmail,
      stopLink: siteUrl + SITE_PAGES[isNews(templateName) ? "stopNews" : "stopCards"],
    },
  };
}

const PLACEHOLDER_ORGANIZATION = {
  organizationName: "-",
  taxId: "-",
  address: "-",
  phone: "-",
  email: "-",
};

/** Returns why an email can't be rendered with this template, or null if it can. */
export function findTemplateProblem(templateName: string, template: MailTemplate): string | null {
  const siteUrl = "https://www.example.org";
  const { mail, links } = createSampleMail(templateName, siteUrl);
  const customTemplate = { ...template, isActive: true };
  try {
    renderMail(mail, {
      organization: PLACEHOLDER_ORGANIZATION,
      siteUrl,
      template: customTemplate,
      ...links,
    });
    return null;
  } catch (error) {
    if (error instanceof UnsendableMailError) return error.message;
    throw error;
  }
}
