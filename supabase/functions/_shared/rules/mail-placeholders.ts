/** Matches a placeholder, including the dollar sign that templates may put before an amount. */
export const PLACEHOLDER = /(\$?)\{\{([^{}]*)\}\}/g;

/** Placeholders that every email supports, with the labels that administrators see. */
const GENERAL_PLACEHOLDERS = {
  name: "Recipient's name",
  firstName: "Recipient's first name",
  organizationName: "Our name",
  organizationEmail: "Our email",
  organizationPhone: "Our phone",
  organizationAddress: "Our address",
  taxId: "Our EIN",
  siteUrl: "This site's URL",
} as const;

const SHIFT_PLACEHOLDERS = {
  eventType: "Event type",
  eventDate: "Day",
  startTime: "Start time",
  endTime: "End time",
  timeZone: "Time zone",
  address: "Location",
} as const;
const UNTIL_START_PLACEHOLDER = {
  untilStart: "What to do until the shift starts, such as how to cancel",
} as const;
const UPCOMING_SHIFT_PLACEHOLDERS = { ...SHIFT_PLACEHOLDERS, ...UNTIL_START_PLACEHOLDER } as const;
const CHANGED_SHIFT_PLACEHOLDERS = {
  ...SHIFT_PLACEHOLDERS,
  formerDate: "Original day",
  formerStartTime: "Original start time",
  formerEndTime: "Original end time",
  formerAddress: "Original location",
  reason: "Reason for canceling",
  standing: "Still signed up or on the waiting list",
} as const;
const DONATION_AMOUNT_PLACEHOLDER = { donationAmount: "Gift amount" } as const;
const DONATION_DATE_PLACEHOLDER = { donationDate: "Gift date" } as const;
const GIFT_PLACEHOLDERS = { gift: "What was given", ...DONATION_DATE_PLACEHOLDER } as const;
const SOFT_CREDIT_PLACEHOLDERS = {
  giverName: "Fund or employer",
  ...DONATION_AMOUNT_PLACEHOLDER,
  ...DONATION_DATE_PLACEHOLDER,
} as const;
const DECLINE_REASON_PLACEHOLDER = { declineReason: "Why the charge failed" } as const;
const REFUND_PLACEHOLDERS = {
  refundAmount: "Refund amount",
  ...DONATION_AMOUNT_PLACEHOLDER,
  ...DONATION_DATE_PLACEHOLDER,
} as const;
const CARD_PLACEHOLDERS = { donorName: "Donor's name", honoree: "Person honored" } as const;
const DONOR_LINK_PLACEHOLDER = { giftLink: "Link to the donor's gifts" } as const;
const STATEMENT_PLACEHOLDERS = { year: "Statement year", ...DONOR_LINK_PLACEHOLDER } as const;

/**
 * Additional placeholders for each template. `supabase/tests/repository/mails.test.ts` compares them with the data that
 * is queued.
 */
const TEMPLATE_PLACEHOLDERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Donation Confirmation": {
    ...DONATION_AMOUNT_PLACEHOLDER,
    ...DONATION_DATE_PLACEHOLDER,
    giftKind: "Gift or monthly gift",
    inHonorOf: "Person honored",
    receiptNumber: "Receipt number",
  },
  "Corrected Receipt": {
    ...DONATION_AMOUNT_PLACEHOLDER,
    ...DONATION_DATE_PLACEHOLDER,
    giftKind: "Gift or monthly gift",
    inHonorOf: "Person honored",
    receiptNumber: "Receipt number",
  },
  "Receipt Voided": {
    ...DONATION_AMOUNT_PLACEHOLDER,
    ...DONATION_DATE_PLACEHOLDER,
    receiptNumber: "Receipt number",
  },
  "Fund Grant Received": SOFT_CREDIT_PLACEHOLDERS,
  "Matching Gift Received": SOFT_CREDIT_PLACEHOLDERS,
  "Noncash Gift Received": GIFT_PLACEHOLDERS,
  "Corrected Letter": GIFT_PLACEHOLDERS,
  "Letter Voided": { ...GIFT_PLACEHOLDERS, letterDate: "Letter date" },
  "Volunteer Application Approved": {},
  "Volunteer Application Rejected": {},
  "Volunteer Approved Without Login": {},
  "Welcome Email": {},
  "Shift Sign-Up": UPCOMING_SHIFT_PLACEHOLDERS,
  "Added to Shift": UPCOMING_SHIFT_PLACEHOLDERS,
  "Added to Waiting List": SHIFT_PLACEHOLDERS,
  "Left Shift": UPCOMING_SHIFT_PLACEHOLDERS,
  "Removed from Shift": SHIFT_PLACEHOLDERS,
  "Removed from Waiting List": SHIFT_PLACEHOLDERS,
  "Waitlist Promotion": UPCOMING_SHIFT_PLACEHOLDERS,
  "Event Reminder": UPCOMING_SHIFT_PLACEHOLDERS,
  "New Event": SHIFT_PLACEHOLDERS,
  "Event Changed": { ...CHANGED_SHIFT_PLACEHOLDERS, ...UNTIL_START_PLACEHOLDER },
  "Event Details Changed": { ...CHANGED_SHIFT_PLACEHOLDERS, ...UNTIL_START_PLACEHOLDER },
  "Event Canceled": CHANGED_SHIFT_PLACEHOLDERS,
  "Event Reinstated": { ...CHANGED_SHIFT_PLACEHOLDERS, ...UNTIL_START_PLACEHOLDER },
  "Volunteer Left": SHIFT_PLACEHOLDERS,
  "Volunteers Left": {},
  "Volunteers to Call": { ...SHIFT_PLACEHOLDERS, whatChanged: "What has changed" },
  "Application Received": {},
  "Confirm New Email": {},
  "Email Changed": { newEmail: "New email" },
  "Administrator Invitation": { inviter: "Inviter" },
  "Administrator Joined": {
    administrator: "Administrator",
    change: "What has changed",
    invitedBy: "Inviter",
  },
  "Unusual Traffic": { traffic: "What happened" },
  "Failed Logins": { account: "Account name" },
  "Team Changed": {
    administrator: "Administrator",
    change: "What has changed",
    changedBy: "Person who made the change",
  },
  "Mentions Blanked": {
    changedBy: "Person who made the change",
    mentionCount: "Number of texts",
  },
  "Two-Step Login Rule Changed": {
    change: "What has changed",
    changedBy: "Person who made the change",
  },
  "Payment Failed": {
    ...DONATION_AMOUNT_PLACEHOLDER,
    ...DECLINE_REASON_PLACEHOLDER,
    ...DONOR_LINK_PLACEHOLDER,
  },
  "Bank Debit Returned": {
    ...DONATION_AMOUNT_PLACEHOLDER,
    ...DONATION_DATE_PLACEHOLDER,
    ...DECLINE_REASON_PLACEHOLDER,
    receiptNote: "Note about a receipt that isn't valid anymore",
  },
  "Gift Refunded": REFUND_PLACEHOLDERS,
  "Refund Failed": REFUND_PLACEHOLDERS,
  "Monthly Gift Canceled": {
    ...DONATION_AMOUNT_PLACEHOLDER,
    endReason: "Why the monthly gift ended, if charges failed",
  },
  "Monthly Gift Started": {
    ...DONATION_AMOUNT_PLACEHOLDER,
    nextChargeDate: "First charge date",
  },
  "Gift Link": DONOR_LINK_PLACEHOLDER,
  "Tribute Card": CARD_PLACEHOLDERS,
  "Memorial Card": CARD_PLACEHOLDERS,
  "Annual Statement": STATEMENT_PLACEHOLDERS,
  "Corrected Statement": STATEMENT_PLACEHOLDERS,
};

/**
 * The links of our emails that carry a token. A template can place one only if it is a placeholder, and only as the whole
 * address of a link. The others are added below the email's text.
 */
const TOKEN_LINKS = [
  "giftLink",
  "activationLink",
  "invitationLink",
  "emailChangeLink",
  "stopLink",
] as const;

export type TokenLink = (typeof TOKEN_LINKS)[number];

export const carriesToken = (name: string): boolean =>
  (TOKEN_LINKS as readonly string[]).includes(name);

const PLACEHOLDER_LABELS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(TEMPLATE_PLACEHOLDERS),
  GENERAL_PLACEHOLDERS,
);

/** Returns the label of a placeholder from any template, or undefined if no template has it. */
export const findPlaceholderLabel = (name: string): string | undefined =>
  Object.hasOwn(PLACEHOLDER_LABELS, name) ? PLACEHOLDER_LABELS[name] : undefined;

/** Returns whether the site sends emails from that template by itself. It never does for custom templates. */
export const isSentBySite = (templateName: string): boolean =>
  Object.hasOwn(TEMPLATE_PLACEHOLDERS, templateName);

/** Returns a template's placeholders with their labels. Custom templates have only those that every email supports. */
export const listPlaceholders = (templateName: string): Readonly<Record<string, string>> => {
  const { name, firstName, ...otherPlaceholders } = GENERAL_PLACEHOLDERS;
  return {
    name,
    firstName,
    ...(isSentBySite(templateName) ? TEMPLATE_PLACEHOLDERS[templateName] : {}),
    ...otherPlaceholders,
  };
};
