import { failedPaymentTemplates } from "./failed-payment-templates.ts";
import { shiftTemplates } from "./shift-templates.ts";
import { statementTemplates } from "./statement-templates.ts";
import type { MailPicture } from "./mail-pictures.ts";
import { SITE_PAGES } from "./site-pages.ts";
import {
  type CardDetails,
  createCardHeading,
  createCardSentences,
  createSalutation,
} from "./tribute-card.ts";

export interface MailTemplate {
  readonly subject: string;
  readonly htmlContent: string;
}

type MailPriority = "urgent" | "normal" | "mass";

interface BuiltInTemplate extends MailTemplate {
  /** Explains when the email is sent or what it is for. */
  readonly description: string;
  /** Which emails leave first if they have to wait. `urgent`: someone is waiting for a link, or a shift is near. */
  readonly priority: MailPriority;
  /** The picture at the top. Emails with bad news or a warning don't have one. */
  readonly picture?: MailPicture;
}

/** The default templates, which administrators can add with one click. */
export const DEFAULT_TEMPLATE_NAMES = [
  "Donation Confirmation",
  "Volunteer Application Approved",
  "Volunteer Application Rejected",
  "Welcome Email",
] as const;

/** Templates of emails that are receipts and contain the facts that the IRS requires. */
export const RECEIPT_TEMPLATES: readonly string[] = ["Donation Confirmation", "Corrected Receipt"];

/**
 * Templates of letters for donated goods and shares. The facts for the donor's taxes are added to every letter,
 * whatever the template says.
 */
export const LETTER_TEMPLATES: readonly string[] = ["Noncash Gift Received", "Corrected Letter"];

const HONOR_CARD: CardDetails = {
  donorName: "{{donorName}}",
  honoree: "{{honoree}}",
  isMemorial: false,
  recipientName: "{{name}}",
  organizationName: "{{organizationName}}",
};
const MEMORIAL_CARD: CardDetails = { ...HONOR_CARD, isMemorial: true };

/**
 * Renders the template of a card. The donor's message and the link that stops further cards are added automatically.
 */
const renderCardHtml = (card: CardDetails): string =>
  [
    `<h1>${createCardHeading(card)}</h1>`,
    `<p>${createSalutation(card)}</p>`,
    ...createCardSentences(card).map((text) => `<p>${text}</p>`),
  ].join("\n");

/**
 * A built-in template is used until an administrator writes one with the same name. The facts of receipts, the links in
 * approvals and invitations, the layout and the footer are added automatically.
 */
export const builtInTemplates: Readonly<Record<string, BuiltInTemplate>> = {
  "Donation Confirmation": {
    priority: "normal",
    picture: "thank-you",
    description: "Donation Receipt Email",
    subject: "Thank you for your gift of {{donationAmount}}",
    htmlContent: `<h1>Thank you, {{firstName}}</h1>
<p>Your {{giftKind}} of {{donationAmount}} is going into boxes: snacks, socks, paperbacks and handwritten notes for military families, veterans and service members.</p>
<p>Someone far from home will open it and know they aren't forgotten. That's because of you.</p>
<p>Questions about your gift? Just reply to this email.</p>`,
  },
  "Volunteer Application Approved": {
    priority: "urgent",
    picture: "warehouse-morning",
    description: "Volunteer Approval Email",
    subject: "Welcome aboard, {{firstName}}",
    htmlContent: `<h1>Welcome aboard, {{firstName}}</h1>
<p>Your application is approved, and we're glad to have you. Boxes get packed because people like you show up.</p>
<p>Your volunteer dashboard shows what's coming up. Pick your first shift there. If you can't make a shift you've signed up for, please cancel it so someone on the waiting list can take your spot.</p>`,
  },
  "Volunteer Application Rejected": {
    priority: "normal",
    description: "Volunteer Rejection Email",
    subject: "About your application to volunteer",
    htmlContent: `<h1>Thank you for offering your time, {{firstName}}</h1>
<p>We've read your application carefully. We can't take you on as a volunteer right now.</p>
<p>There are other ways to support the people we serve. Come to one of our public events, or tell a military family about us so they can ask for a box.</p>
<p><a class="button" href="{{siteUrl}}/#programs">See our programs</a></p>
<p>If you think we've missed something, just reply to this email.</p>`,
  },
  "Welcome Email": {
    priority: "normal",
    picture: "volunteer-and-tape-gun",
    description: "Welcome Email",
    subject: "Welcome to {{organizationName}}",
    htmlContent: `<h1>Welcome, {{firstName}}</h1>
<p>Your volunteer account is ready, and it's good to have you with us. {{organizationName}} sends care packages to military families, veterans and service members. Every box tells them they aren't forgotten.</p>
<p>Your dashboard shows what's coming up. Pick a shift that works for you and come as you are. Someone will show you what to do when you get here.</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.volunteerDashboard}">Pick your first shift</a></p>`,
  },
  "Volunteer Approved Without Login": {
    priority: "urgent",
    picture: "warehouse-morning",
    description: "Volunteer approval for someone who shares a mailbox",
    subject: "Welcome aboard, {{name}}",
    htmlContent: `<h1>Welcome aboard, {{firstName}}</h1>
<p>Your application is approved, and we're glad to have you. Boxes get packed because people like you show up.</p>
<p>Someone else already logs in with this email address, so you don't have a login of your own. Just reply to this email and tell us when you'd like to come. We'll sign you up and send you a reminder here.</p>
<p><a class="button" href="{{siteUrl}}/#volunteer">See what's coming up</a></p>
<p>If you'd like to sign up yourself, tell us an email address that is yours alone.</p>`,
  },
  ...shiftTemplates,
  "Application Received": {
    priority: "normal",
    picture: "writing-a-story",
    description: "Someone used this email address to apply to volunteer",
    subject: "Application received",
    htmlContent: `<h1>Application received</h1>
<p>Someone, probably you, just used this email address to apply to volunteer. Thank you. We'll get back to you in 2-3 business days. Until then, here's what we're working on:</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.news}">Read our news</a></p>
<p>If you're already a volunteer, your account hasn't changed. If you've forgotten your password, you can <a href="{{siteUrl}}${SITE_PAGES.forgotPassword}">set a new one</a>.</p>
<p>If it wasn't you, just reply to this email and we'll close the application.</p>`,
  },
  "Confirm New Email": {
    priority: "urgent",
    picture: "mail-on-its-way",
    description: "A volunteer wants to use another email address",
    subject: "Confirm your new email for {{organizationName}}",
    htmlContent: `<h1>Is this your new email, {{firstName}}?</h1>
<p>You asked us to use this address for your volunteer account at {{organizationName}}.</p>`,
  },
  "Email Changed": {
    priority: "urgent",
    description: "Sent to a volunteer's former address after their email has changed",
    subject: "Your email was changed to {{newEmail}}",
    htmlContent: `<h1>Your email was changed, {{firstName}}</h1>
<p>From now on, you log in to your volunteer account with {{newEmail}}, and that's where we email you. Your password hasn't changed. You've been logged out on all devices.</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.volunteerDashboard}">Open my dashboard</a></p>
<p>If you didn't ask for this change, someone else may have your password. Please reply to this email right away. We'll lock the account until you're back in control of it.</p>`,
  },
  "Administrator Invitation": {
    priority: "urgent",
    picture: "warehouse-morning",
    description: "An owner invites someone to become an administrator",
    subject: "You're invited to help run the {{organizationName}} site",
    htmlContent: `<h1>Join the team</h1>
<p>{{inviter}} has invited you to become an administrator of the {{organizationName}} site. Administrators take care of the site's content, its volunteers and its donations.</p>`,
  },
  "Administrator Joined": {
    priority: "normal",
    description: "Someone who was invited has become an administrator",
    subject: "{{administrator}} has joined the team",
    htmlContent: `<h1>{{administrator}} has joined the team</h1>
<p>{{administrator}} accepted an invitation from {{invitedBy}} and {{change}}. All owners get this email.</p>
<p>If you don't know who this is, ask {{invitedBy}}. An owner can change areas or remove an administrator in Settings, under Team:</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.dashboard}/settings/team">See all administrators</a></p>`,
  },
  "Failed Logins": {
    priority: "urgent",
    description: "20 wrong passwords for one account within an hour",
    subject: "Someone is trying to guess the password for {{account}}",
    htmlContent: `<h1>Failed logins for {{account}}</h1>
<p>Someone entered the wrong password for {{account}} 20 times within an hour. None of those attempts succeeded.</p>
<p>Even if it wasn't the account owner, you don't need to do anything right away. After too many attempts in a row, further attempts are refused or slowed down. Two-step login and a long password that isn't used anywhere else keep the account safe. Set up both in Settings, under Security:</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.dashboard}/settings">Open Settings</a></p>`,
  },
  "Unusual Traffic": {
    priority: "normal",
    description:
      "The whole site gets many refused requests, or many payments that are started and not paid",
    subject: "Unusual traffic on your site",
    htmlContent: `<h1>Unusual traffic</h1>
<p>Hi {{name}},</p>
<p>{{traffic}} Your site keeps working and protects itself, so you don't need to do anything.</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.dashboard}/settings/system-status">See the system status</a></p>
<p>If it goes on for days, forward this email to the person who runs your site. The instructions are in docs/operate/monitoring.md.</p>`,
  },
  "Team Changed": {
    priority: "normal",
    description: "An administrator's areas were changed, or an administrator was removed",
    subject: "{{administrator}} {{change}}",
    htmlContent: `<h1>{{administrator}} {{change}}</h1>
<p>{{changedBy}} made this change, and {{administrator}} was logged out. All owners get this email.</p>
<p>If nobody told you about it, ask {{changedBy}}. An owner can change it back in Settings, under Team:</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.dashboard}/settings/team">See all administrators</a></p>`,
  },
  "Mentions Blanked": {
    priority: "normal",
    description:
      "An owner who erased a person also removed mentions of the person from other records",
    subject: "{{changedBy}} removed mentions of an erased person",
    htmlContent: `<h1>Mentions of an erased person were removed</h1>
<p>{{changedBy}} erased a person's data at their request. In other records, in earlier versions and in the audit log, “erased” replaced the person's name and other words about them. Number of texts: {{mentionCount}}. All other owners get this email.</p>
<p>If nobody told you about it, ask {{changedBy}}. The audit log lists each text that was changed:</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.dashboard}/settings/audit-log">Open the audit log</a></p>`,
  },
  "Two-Step Login Rule Changed": {
    priority: "normal",
    description: "An owner requires two-step login for administrators, or stops requiring it",
    subject: "Two-step login {{change}}",
    htmlContent: `<h1>Two-step login {{change}}</h1>
<p>{{changedBy}} made this change, which applies to everyone who can open the dashboard. All owners get this email.</p>
<p>If nobody told you about it, ask {{changedBy}}. An owner can change it back in Settings, under Team:</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.dashboard}/settings/team">Open Team</a></p>`,
  },
  ...failedPaymentTemplates,
  "Gift Refunded": {
    priority: "normal",
    description: "A gift was refunded, in full or in part",
    subject: "We've refunded {{refundAmount}}",
    htmlContent: `<h1>Your refund is on its way</h1>
<p>Dear {{firstName}}, we've refunded {{refundAmount}} of the {{donationAmount}} you gave on {{donationDate}}. It can take 5 to 10 business days to appear on your statement.</p>
<p>Please don't claim the refunded amount as a gift on your tax return. This email corrects your receipt from {{donationDate}}.</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.manageGift}">See my gifts</a></p>
<p>If you didn't expect this, just reply to this email.</p>`,
  },
  "Corrected Receipt": {
    priority: "normal",
    description: "A donation that was entered incorrectly has been corrected",
    subject: "Corrected receipt {{receiptNumber}}",
    htmlContent: `<h1>Here's your corrected receipt</h1>
<p>Dear {{firstName}}, there was a mistake on the receipt we sent for your {{giftKind}}. Below is the corrected one for {{donationAmount}}. Please keep it in place of the earlier one.</p>
<p>We're sorry for the mix-up. If something still isn't right, just reply to this email.</p>`,
  },
  "Receipt Voided": {
    priority: "normal",
    description: "A donation was voided after its receipt was sent",
    subject: "Please don't use receipt {{receiptNumber}}",
    htmlContent: `<h1>Receipt {{receiptNumber}} is no longer valid</h1>
<p>Dear {{firstName}}, on {{donationDate}} we recorded a gift of {{donationAmount}} from you and sent you receipt {{receiptNumber}}. We've had to void that receipt. This can happen when a check doesn't clear or a gift was recorded under the wrong name.</p>
<p>Please don't use this receipt for your taxes. We're sorry for the mix-up.</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.manageGift}">See my gifts</a></p>
<p>If you have questions, just reply to this email.</p>`,
  },
  "Fund Grant Received": {
    priority: "normal",
    picture: "thank-you",
    description: "A donor-advised fund sent a grant that someone recommended",
    subject: "{{donationAmount}} arrived from {{giverName}}",
    htmlContent: `<h1>Thank you, {{firstName}}</h1>
<p>The grant of {{donationAmount}} that you recommended arrived from {{giverName}} on {{donationDate}}. It's going into boxes for military families, veterans and service members.</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.news}">See what it does</a></p>
<p class="small">You got your tax receipt when you gave to the fund, so this email isn't one.</p>`,
  },
  "Matching Gift Received": {
    priority: "normal",
    picture: "thank-you",
    description: "An employer matched someone's gift",
    subject: "{{giverName}} matched your gift with {{donationAmount}}",
    htmlContent: `<h1>Thank you, {{firstName}}</h1>
<p>{{giverName}} matched your gift with {{donationAmount}} on {{donationDate}}. Because you asked them to, more boxes are on their way to military families, veterans and service members.</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.news}">See what it does</a></p>
<p class="small">The match is your employer's gift, so this email isn't a tax receipt.</p>`,
  },
  "Noncash Gift Received": {
    priority: "normal",
    picture: "packing-table",
    description: "Goods or shares were donated",
    subject: "Thank you for your gift of {{gift}}",
    htmlContent: `<h1>Thank you, {{firstName}}</h1>
<p>On {{donationDate}}, we received your gift: {{gift}}. It helps us send boxes to military families, veterans and service members.</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.news}">See what your gift does</a></p>
<p>Please keep this email for your tax records. Questions? Just reply.</p>`,
  },
  "Corrected Letter": {
    priority: "normal",
    description: "Goods or shares that were entered incorrectly have been corrected",
    subject: "Corrected letter for your gift of {{gift}}",
    htmlContent: `<h1>Here's your corrected letter</h1>
<p>Dear {{firstName}}, there was a mistake in the letter we sent you for your gift. On {{donationDate}}, we received: {{gift}}. Please keep this letter in place of the earlier one.</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.news}">See what your gift does</a></p>
<p>We're sorry for the mix-up. If something still isn't right, just reply to this email.</p>`,
  },
  "Letter Voided": {
    priority: "normal",
    description: "Goods or shares were voided after their letter was sent",
    subject: "Please don't use our letter dated {{letterDate}}",
    htmlContent: `<h1>Our letter dated {{letterDate}} is no longer valid</h1>
<p>Dear {{firstName}}, on {{letterDate}} we sent you a letter for a gift of {{gift}} that we recorded on {{donationDate}}. We've had to void that letter. This can happen when a gift was recorded under the wrong name.</p>
<p>Please don't use this letter for your taxes. We're sorry for the mix-up.</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.news}">Read our news</a></p>
<p>If you have questions, just reply to this email.</p>`,
  },
  "Monthly Gift Canceled": {
    priority: "normal",
    description: "A monthly gift has ended",
    subject: "Your monthly gift has ended",
    htmlContent: `<h1>Your monthly gift has ended</h1>
<p>Dear {{firstName}}, your monthly gift of {{donationAmount}} has been canceled, and you won't be charged again. {{endReason}}</p>
<p>Thank you for every box you've helped send. If you ever want to start again, it only takes a minute:</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.donate}">Give again</a></p>`,
  },
  "Monthly Gift Started": {
    priority: "normal",
    picture: "family-at-the-door",
    description: "A donor started a monthly gift with the card from a one-time gift",
    subject: "Your monthly gift of {{donationAmount}} starts {{nextChargeDate}}",
    htmlContent: `<h1>Thank you, {{firstName}}</h1>
<p>You've started a monthly gift of {{donationAmount}}. We'll charge the card you just used on {{nextChargeDate}}, and then each month until you cancel.</p>
<p>You'll get a receipt for each gift. You can change your card or cancel anytime:</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.manageGift}">Manage my gift</a></p>
<p>If you didn't start this, just reply to this email and we'll stop it.</p>`,
  },
  "Gift Link": {
    priority: "urgent",
    picture: "mail-on-its-way",
    description: "The link donors request to view their gifts",
    subject: "Your link to view your gifts",
    htmlContent: `<h1>Your gifts and receipts</h1>
<p>Hello {{firstName}}, here's the link you requested. Use it to see your gifts, receipts and annual statements, and to change or cancel a monthly gift.</p>
<p><a class="button" href="{{giftLink}}">See my gifts</a></p>
<p class="small">This link is just for you. It works only once and expires after 24 hours. If you didn't request it, you can ignore this email.</p>`,
  },
  "Tribute Card": {
    priority: "normal",
    picture: "writing-a-story",
    description: "A donor dedicated a gift to someone and asked us to send a card",
    subject: createCardHeading(HONOR_CARD),
    htmlContent: renderCardHtml(HONOR_CARD),
  },
  "Memorial Card": {
    priority: "normal",
    picture: "folded-flag-at-dawn",
    description: "A donor gave in memory of someone and asked us to send a card",
    subject: createCardHeading(MEMORIAL_CARD),
    htmlContent: renderCardHtml(MEMORIAL_CARD),
  },
  ...statementTemplates,
};

const listTemplates = (priority: MailPriority): readonly string[] =>
  Object.keys(builtInTemplates).filter((name) => builtInTemplates[name]?.priority === priority);

export const URGENT_TEMPLATES = listTemplates("urgent");
export const MASS_TEMPLATES = listTemplates("mass");
