export interface MailTemplate {
  readonly subject: string;
  readonly htmlContent: string;
}

interface BuiltInTemplate extends MailTemplate {
  /** What it is for, or when it is sent. */
  readonly description: string;
}

/** The documented types, which an administrator can have as templates to rewrite with one press. */
export const DEFAULT_TEMPLATES = [
  "Donation Confirmation",
  "Volunteer Application Approved",
  "Volunteer Application Rejected",
  "Welcome Email",
] as const;

/**
 * What is sent as long as no administrator has written a template of that name; a receipt's facts, the way into
 * a new account, the frame and the address below come by themselves.
 */
export const builtInTemplates: Readonly<Record<string, BuiltInTemplate>> = {
  "Donation Confirmation": {
    description: "Donation Receipt Email",
    subject: "Thank you for your gift of {{donationAmount}}",
    htmlContent: `<h1>Thank you, {{name}}</h1>
<p>Your {{giftKind}} of {{donationAmount}} is on its way into a box: snacks, socks, a paperback, and a handwritten note for a military family, a veteran or a service member.</p>
<p>Somebody far from home will open it and know that they are not forgotten. That is your doing.</p>
<p>Questions about your gift? Just reply to this email.</p>`,
  },
  "Volunteer Application Approved": {
    description: "Volunteer Approval Email",
    subject: "Welcome aboard, {{name}}",
    htmlContent: `<h1>Welcome aboard, {{name}}</h1>
<p>Your application is approved, and we are glad to have you. Boxes get packed because people like you show up.</p>
<p>In your volunteer dashboard you see what is coming up and pick your first shift. If you cannot make a shift that you have picked, withdraw from it, so that somebody on the waiting list can take your place.</p>`,
  },
  "Volunteer Application Rejected": {
    description: "Volunteer Rejection Email",
    subject: "About your application to volunteer",
    htmlContent: `<h1>Thank you for offering your time, {{name}}</h1>
<p>We have read your application with care. We cannot take you on as a volunteer at the moment.</p>
<p>There are other ways to stand with the people we serve: come to one of our public events, or tell a military family about us, so that they can ask for a box.</p>
<p>If you think that we have missed something, just reply to this email.</p>`,
  },
  "Welcome Email": {
    description: "Welcome Email",
    subject: "Welcome to {{organizationName}}",
    htmlContent: `<h1>Welcome, {{name}}</h1>
<p>Your volunteer account is open, and it is good to have you with us. {{organizationName}} sends care packages to military families, veterans and service members, and tells them with every box that they are not forgotten.</p>
<p>Your dashboard shows what is coming up. Pick a shift that suits you, come as you are, and somebody will show you everything at the tables.</p>
<p><a class="button" href="{{siteUrl}}/volunteer-dashboard">Pick your first shift</a></p>`,
  },
  "Waitlist Promotion": {
    description: "A place has become free, and the next on the waiting list has it",
    subject: "A place is free: {{eventType}} on {{eventDate}}",
    htmlContent: `<h1>You are in, {{name}}</h1>
<p>A place has become free, and you were next on the waiting list. It is booked for you:</p>
<p><strong>{{eventType}}</strong><br>{{eventDate}}, {{startTime}} to {{endTime}} ({{timeZone}})<br>{{address}}</p>
<p>If you cannot come any more, please withdraw in your volunteer dashboard, so that the next one in line can take your place.</p>
<p><a class="button" href="{{siteUrl}}/volunteer-dashboard">Open my dashboard</a></p>`,
  },
  "Event Reminder": {
    description: "The day before a shift",
    subject: "Reminder: {{eventType}} on {{eventDate}}, {{startTime}}",
    htmlContent: `<h1>See you soon, {{name}}</h1>
<p>This is the shift that you have signed up for:</p>
<p><strong>{{eventType}}</strong><br>{{eventDate}}, {{startTime}} to {{endTime}} ({{timeZone}})<br>{{address}}</p>
<p>Something has come up? Please withdraw in your volunteer dashboard before it starts, so that the next one on the waiting list can take your place.</p>
<p><a class="button" href="{{siteUrl}}/volunteer-dashboard">Open my dashboard</a></p>
<p>Thank you for coming. Every pair of hands is another box on its way.</p>`,
  },
  "Event Changed": {
    description: "A shift has another day, time or place",
    subject: "Changed: {{eventType}} on {{eventDate}}, {{startTime}}",
    htmlContent: `<h1>Your shift has changed, {{name}}</h1>
<p>Please note when and where it takes place now:</p>
<p><strong>{{eventType}}</strong><br>{{eventDate}}, {{startTime}} to {{endTime}} ({{timeZone}})<br>{{address}}</p>
<p class="small">Before it was: {{formerDate}}, {{formerStartTime}} to {{formerEndTime}}, {{formerAddress}}</p>
<p>You are still signed up. If you cannot come any more, please withdraw in your volunteer dashboard, so that somebody else can take your place.</p>
<p><a class="button" href="{{siteUrl}}/volunteer-dashboard">Open my dashboard</a></p>`,
  },
  "Event Cancelled": {
    description: "A shift does not take place",
    subject: "Cancelled: {{eventType}} on {{eventDate}}",
    htmlContent: `<h1>This shift does not take place</h1>
<p>Dear {{name}}, we are sorry: we had to cancel the shift that you had signed up for.</p>
<p><strong>{{eventType}}</strong><br>{{eventDate}}, {{startTime}} to {{endTime}} ({{timeZone}})<br>{{address}}</p>
<p>{{reason}}</p>
<p>There is nothing that you have to do. Other shifts are waiting for you in your volunteer dashboard:</p>
<p><a class="button" href="{{siteUrl}}/volunteer-dashboard">Find another shift</a></p>`,
  },
  "Event Reinstated": {
    description: "A cancelled shift takes place after all",
    subject: "It takes place after all: {{eventType}} on {{eventDate}}",
    htmlContent: `<h1>Good news, {{name}}</h1>
<p>We had cancelled this shift. It takes place after all:</p>
<p><strong>{{eventType}}</strong><br>{{eventDate}}, {{startTime}} to {{endTime}} ({{timeZone}})<br>{{address}}</p>
<p>Your place, or your turn on the waiting list, has been kept. If you cannot come any more, please withdraw in your volunteer dashboard.</p>
<p><a class="button" href="{{siteUrl}}/volunteer-dashboard">Open my dashboard</a></p>`,
  },
  "Application Received": {
    description: "Somebody has applied to volunteer with this address",
    subject: "Application received",
    htmlContent: `<h1>Application received</h1>
<p>Somebody, probably you, has just applied to volunteer with this email address. Thank you. We answer within 2-3 business days.</p>
<p>If you are a volunteer already, your account has not changed. In case you have forgotten your password, you can set a new one:</p>
<p><a class="button" href="{{siteUrl}}/forgot-password">Set a new password</a></p>
<p>If it was not you, just reply to this email, and we close the application.</p>`,
  },
  "Failed Logins": {
    description: "20 wrong passwords for one account within an hour",
    subject: "Somebody is guessing the password of {{account}}",
    htmlContent: `<h1>Wrong passwords for {{account}}</h1>
<p>There were 20 wrong passwords for the account of {{account}} within an hour. Nobody has got in with them.</p>
<p>If it was not the owner, nothing has to be done at once: after too many tries in a row every further one is refused or slowed down. A long password that is used nowhere else and a second factor keep the account safe. Both can be set in Settings, under Security:</p>
<p><a class="button" href="{{siteUrl}}/dashboard/settings">Open Settings</a></p>`,
  },
  "Payment Failed": {
    description: "A monthly gift did not go through",
    subject: "Your monthly gift of {{donationAmount}} did not go through",
    htmlContent: `<h1>Your monthly gift did not go through</h1>
<p>Dear {{name}}, your bank did not let this month's gift of {{donationAmount}} pass. That happens: cards expire, limits are reached.</p>
<p>We will try again in a few days. If your card has changed, please tell us the new one:</p>
<p><a class="button" href="{{giftLink}}">Look after my gift</a></p>
<p class="small">The link is for you alone and works once, within 24 hours. After that you can ask for another one on the same page.</p>`,
  },
  "Gift Refunded": {
    description: "A gift was given back, or a part of it",
    subject: "We have refunded {{refundAmount}}",
    htmlContent: `<h1>Your refund is on its way</h1>
<p>Dear {{name}}, we have refunded {{refundAmount}} of the {{donationAmount}} that you gave on {{donationDate}}. Banks need 5 to 10 business days until it shows on your statement.</p>
<p>Please do not claim the refunded amount as a gift on your tax return: this email corrects the receipt of {{donationDate}}.</p>
<p>If you did not expect this, just reply to this email.</p>`,
  },
  "Monthly Gift Cancelled": {
    description: "A monthly gift has ended",
    subject: "Your monthly gift has ended",
    htmlContent: `<h1>Your monthly gift has ended</h1>
<p>Dear {{name}}, your monthly gift of {{donationAmount}} is cancelled. Nothing more will be charged.</p>
<p>Thank you for every box that you have helped to send. If you ever want to begin again, it takes a minute:</p>
<p><a class="button" href="{{siteUrl}}/donate">Give again</a></p>`,
  },
  "Gift Link": {
    description: "The link to their gifts that donors ask for",
    subject: "Your link to your gifts",
    htmlContent: `<h1>Your gifts and receipts</h1>
<p>Hello {{name}}, here is the link that you have asked for. It opens your gifts, your receipts and your annual statements, and lets you change or end a monthly gift.</p>
<p><a class="button" href="{{giftLink}}">See my gifts</a></p>
<p class="small">The link is for you alone and works once, within 24 hours. If you did not ask for it, there is nothing to do.</p>`,
  },
  "Annual Statement": {
    description: "In January: the year's gifts, for taxes",
    subject: "Your gifts of {{year}}, for your taxes",
    htmlContent: `<h1>Your gifts of {{year}}</h1>
<p>Dear {{name}}, thank you for standing with military families, veterans and service members in {{year}}.</p>
<p>Your statement of all gifts of that year is ready to print or to save for your tax return:</p>
<p><a class="button" href="{{giftLink}}">See my statement</a></p>
<p class="small">The link is for you alone and works once, within 7 days. After that you can ask for another one on the same page.</p>`,
  },
};
