import { SITE_PAGES } from "./site-pages.ts";

const FACTS = `<p><strong>{{eventType}}</strong><br>{{eventDate}}, {{startTime}} to {{endTime}} ({{timeZone}})<br>{{address}}</p>`;

const createDashboardButton = (label: string): string =>
  `<p><a class="button" href="{{siteUrl}}${SITE_PAGES.volunteerDashboard}">${label}</a></p>`;

const DASHBOARD_BUTTON = createDashboardButton("Open my dashboard");

const EVENTS_BUTTON = `<p><a class="button" href="{{siteUrl}}${SITE_PAGES.dashboard}/events">Open events</a></p>`;

/**
 * Emails to volunteers about their shifts and about shifts that they could sign up for, and to administrators about who
 * left one or can't be emailed. The names are added automatically.
 */
export const shiftTemplates = {
  "Shift Sign-Up": {
    priority: "urgent",
    picture: "packing-table",
    description: "A volunteer signed up for a shift",
    subject: "You're signed up: {{eventType}} on {{eventDate}}",
    htmlContent: `<h1>See you there, {{firstName}}</h1>
<p>You're signed up for this shift. Open the attached file to add it to your calendar.</p>
${FACTS}
<p>{{untilStart}}</p>
${DASHBOARD_BUTTON}`,
  },
  "Added to Shift": {
    priority: "urgent",
    picture: "packing-table",
    description: "An administrator signed a volunteer up for a shift",
    subject: "You're signed up: {{eventType}} on {{eventDate}}",
    htmlContent: `<h1>You're signed up, {{firstName}}</h1>
<p>We signed you up for this shift. Open the attached file to add it to your calendar.</p>
${FACTS}
<p>{{untilStart}}</p>
${DASHBOARD_BUTTON}`,
  },
  "Added to Waiting List": {
    priority: "urgent",
    description: "An administrator put a volunteer on the waiting list of a full shift",
    subject: "You're on the waiting list: {{eventType}} on {{eventDate}}",
    htmlContent: `<h1>You're on the waiting list, {{firstName}}</h1>
<p>This shift is full, so we put you on its waiting list:</p>
${FACTS}
<p>We'll email you if you get a spot. Until then, please don't plan on it. If you don't want to wait, you can leave the list in your volunteer dashboard.</p>
${DASHBOARD_BUTTON}`,
  },
  "Waitlist Promotion": {
    priority: "urgent",
    picture: "packing-table",
    description: "A spot opened up and went to the next person on the waiting list",
    subject: "A spot opened up: {{eventType}} on {{eventDate}}",
    htmlContent: `<h1>You're in, {{firstName}}</h1>
<p>A spot opened up, and you were next on the waiting list. It's yours:</p>
${FACTS}
<p>{{untilStart}}</p>
${DASHBOARD_BUTTON}`,
  },
  "Left Shift": {
    priority: "urgent",
    description: "A volunteer canceled their spot on a shift",
    subject: "You canceled: {{eventType}} on {{eventDate}}",
    htmlContent: `<h1>You're off this shift</h1>
<p>Dear {{firstName}}, thank you for letting us know. You're no longer signed up for this shift:</p>
${FACTS}
<p>{{untilStart}}</p>
<p>You'll find other shifts in your volunteer dashboard:</p>
${createDashboardButton("Find another shift")}`,
  },
  "Removed from Shift": {
    priority: "urgent",
    description: "An administrator took a volunteer off a shift",
    subject: "You're no longer on this shift: {{eventType}} on {{eventDate}}",
    htmlContent: `<h1>You're off this shift</h1>
<p>Dear {{firstName}}, we've taken you off this shift, so please don't plan on it:</p>
${FACTS}
<p>Do you have questions? Just reply to this email.</p>
${createDashboardButton("Find another shift")}`,
  },
  "Removed from Waiting List": {
    priority: "urgent",
    description: "An administrator took a volunteer off a waiting list",
    subject: "You're off the waiting list: {{eventType}} on {{eventDate}}",
    htmlContent: `<h1>You're off the waiting list</h1>
<p>Dear {{firstName}}, we've taken you off the waiting list for this shift:</p>
${FACTS}
<p>Do you have questions? Just reply to this email.</p>
${createDashboardButton("Find another shift")}`,
  },
  "Event Reminder": {
    priority: "urgent",
    picture: "packing-table",
    description: "Sent the day before a shift",
    subject: "Reminder: {{eventType}} on {{eventDate}}, {{startTime}}",
    htmlContent: `<h1>See you soon, {{firstName}}</h1>
<p>Here's the shift you signed up for:</p>
${FACTS}
<p>{{untilStart}}</p>
${DASHBOARD_BUTTON}
<p>Thank you for coming. Every pair of hands means another box on its way.</p>`,
  },
  "New Event": {
    priority: "mass",
    picture: "packing-table",
    description: "An administrator emailed volunteers about an event they can sign up for",
    subject: "New event: {{eventType}} on {{eventDate}}",
    htmlContent: `<h1>Can you join us, {{firstName}}?</h1>
<p>We're planning an event, and there's still room:</p>
${FACTS}
<p>If you have the time, sign up in your volunteer dashboard. We'd love to see you.</p>
${createDashboardButton("Sign up")}`,
  },
  "Event Changed": {
    priority: "urgent",
    description: "A shift has a new day, time or place",
    subject: "Changed: {{eventType}} on {{eventDate}}, {{startTime}}",
    htmlContent: `<h1>This shift has changed, {{firstName}}</h1>
<p>Here's when and where it is now:</p>
${FACTS}
<p class="small">Originally: {{formerDate}}, {{formerStartTime}} to {{formerEndTime}}, {{formerAddress}}</p>
<p>{{standing}} {{untilStart}}</p>
${DASHBOARD_BUTTON}`,
  },
  "Event Details Changed": {
    priority: "urgent",
    description: "A shift has a new note or type, and an administrator chose to email everyone",
    subject: "News about your shift on {{eventDate}}: {{eventType}}",
    htmlContent: `<h1>There's news about your shift, {{firstName}}</h1>
<p>The day, time and place haven't changed, but here's what we'd like you to know now:</p>
${FACTS}
<p>{{standing}} {{untilStart}}</p>
${DASHBOARD_BUTTON}`,
  },
  "Event Canceled": {
    priority: "urgent",
    description: "A shift is canceled",
    subject: "Canceled: {{eventType}} on {{eventDate}}",
    htmlContent: `<h1>This shift is canceled</h1>
<p>Dear {{firstName}}, we're sorry, but we had to cancel this shift:</p>
${FACTS}
<p>{{reason}}</p>
<p>You don't need to do anything. You'll find other shifts in your volunteer dashboard:</p>
${createDashboardButton("Find another shift")}`,
  },
  "Volunteer Left": {
    priority: "urgent",
    description: "Sent to administrators when someone leaves a shift in the next 24 hours",
    subject: "Someone left: {{eventType}} on {{eventDate}}, {{startTime}}",
    htmlContent: `<h1>Someone can't come</h1>
<p>{{name}}, someone has just left a shift that begins soon: {{eventType}} at {{address}}, {{eventDate}}, {{startTime}} to {{endTime}} ({{timeZone}}).</p>
${EVENTS_BUTTON}`,
  },
  "Volunteers Left": {
    priority: "normal",
    description: "Sent to administrators once a day if someone left a shift in the next 7 days",
    subject: "Who left a shift in the next 7 days",
    htmlContent: `<h1>Who can't come</h1>
<p>{{name}}, since your last email, these people left shifts that start in the next 7 days.</p>
${EVENTS_BUTTON}`,
  },
  "Volunteers to Call": {
    priority: "urgent",
    description:
      "Sent to administrators when there's news for people on a shift who have no email address",
    subject: "Please call: {{eventType}} on {{eventDate}} {{whatChanged}}",
    htmlContent: `<h1>Please call someone</h1>
<p>{{name}}, this shift {{whatChanged}}. Some people have no email address, so please call them.</p>
${FACTS}
${EVENTS_BUTTON}`,
  },
  "Event Reinstated": {
    priority: "urgent",
    picture: "packing-table",
    description: "A canceled shift is back on",
    subject: "Back on: {{eventType}} on {{eventDate}}",
    htmlContent: `<h1>Good news, {{firstName}}</h1>
<p>We had canceled this shift, but it's back on:</p>
${FACTS}
<p>{{standing}} {{untilStart}}</p>
${DASHBOARD_BUTTON}`,
  },
} as const;
