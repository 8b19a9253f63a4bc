/** Matches a dollar sign in the template before an amount. */
export const PLACEHOLDER = /(\$?)\{\{([^{}]*)\}\}/g;

/** Placeholders of every email, with labels for people. */
const GENERAL_PLACEHOLDERS = {
  name: "Reader's name",
  organizationName: "Our name",
  organizationEmail: "Our email",
  organizationPhone: "Our phone",
  organizationAddress: "Our address",
  taxId: "Our EIN",
  siteUrl: "URL of this site",
} as const;

const SHIFT = {
  eventType: "Type of event",
  eventDate: "Day",
  startTime: "Start time",
  endTime: "End time",
  timeZone: "Time zone",
  address: "Location",
} as const;
const CHANGED_SHIFT = {
  ...SHIFT,
  formerDate: "Original day",
  formerStartTime: "Original start time",
  formerEndTime: "Original end time",
  formerAddress: "Original location",
  reason: "Reason for canceling",
} as const;
const FIRST_NAME = { firstName: "Reader's first name" } as const;
const DONATION_AMOUNT = { donationAmount: "Amount of the gift" } as const;
const DONATION_DATE = { donationDate: "Date of the gift" } as const;
const DONOR_LINK = { giftLink: "Link to the reader's gifts" } as const;

/** Additional placeholders per template; `supabase/tests/repository/mails.test.ts` compares them with the queued data. */
const TEMPLATE_PLACEHOLDERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Donation Confirmation": {
    ...DONATION_AMOUNT,
    ...DONATION_DATE,
    giftKind: "Gift or monthly gift",
    inHonorOf: "Person honored",
    receiptNumber: "Receipt number",
  },
  "Volunteer Application Approved": FIRST_NAME,
  "Volunteer Application Rejected": FIRST_NAME,
  "Welcome Email": {},
  "Waitlist Promotion": SHIFT,
  "Event Reminder": SHIFT,
  "Event Changed": CHANGED_SHIFT,
  "Event Cancelled": CHANGED_SHIFT,
  "Event Reinstated": CHANGED_SHIFT,
  "Application Received": {},
  "Failed Logins": { account: "Account name" },
  "Payment Failed": { ...DONATION_AMOUNT, ...DONOR_LINK },
  "Gift Refunded": { refundAmount: "Amount of the refund", ...DONATION_AMOUNT, ...DONATION_DATE },
  "Monthly Gift Cancelled": DONATION_AMOUNT,
  "Gift Link": DONOR_LINK,
  "Annual Statement": { year: "Year of the gifts", ...DONOR_LINK },
};

/** Returns whether the site sends emails of that template. Custom templates are never sent automatically. */
export const isSentBySite = (templateName: string): boolean =>
  Object.hasOwn(TEMPLATE_PLACEHOLDERS, templateName);

/** Returns a template's placeholders with their labels. Custom templates get the general ones. */
export const placeholdersOf = (templateName: string): Readonly<Record<string, string>> => {
  const { name, ...otherPlaceholders } = GENERAL_PLACEHOLDERS;
  return {
    name,
    ...(isSentBySite(templateName) ? TEMPLATE_PLACEHOLDERS[templateName] : {}),
    ...otherPlaceholders,
  };
};
