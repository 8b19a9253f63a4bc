import { describe, expect, it } from "vitest";
import { shiftTemplates } from "../rules/shift-templates.ts";
import { type MailContext, renderMail } from "./render-mail.ts";

const context: MailContext = {
  organization: {
    organizationName: "Lamplight Care Packages",
    taxId: "00-0142536",
    address: "410 Lantern Street\nFort Worth, TX 76102",
    phone: "(817) 555-0142",
    email: "hello@example.org",
  },
  siteUrl: "https://www.example.org",
};

describe("an email about a shift", () => {
  const shift = {
    name: "Ada",
    eventType: "Food Drive",
    eventDate: "2026-12-31",
    startTime: "18:00:00",
    endTime: "23:45:00",
    timeZone: "America/Chicago",
    address: "1 A Street",
    formerDate: "2026-12-30",
    formerStartTime: "18:00:00",
    formerEndTime: "23:45:00",
    formerAddress: "1 A Street",
    reason: "",
    standing: "You're still signed up.",
  };
  const TEMPLATES = Object.keys(shiftTemplates).filter((name) => !name.startsWith("Volunteer"));
  const render = (templateName: string, data: object) =>
    renderMail(
      { templateName, toName: "Ada Lovelace", data: { ...shift, ...data } },
      { ...context, stopLink: "https://www.example.org/stop-news" },
    );
  // Neither is sent once the shift has begun (private.shift_mail_problem).
  const AHEAD_ONLY = new Set(["Event Reminder", "Added to Waiting List", "New Event"]);

  it.each(TEMPLATES.filter((name) => !AHEAD_ONLY.has(name)))(
    "%s doesn't say how to cancel or sign up once the shift has begun or is over",
    (template) => {
      for (const shiftPhase of ["running", "over"]) {
        const { html, text } = render(template, { shiftPhase });
        expect(text).not.toMatch(/please cancel|sign up|leave the list/i);
        expect(html).not.toMatch(/<p[^>]*>\s*<\/p>/);
      }
    },
  );

  it.each(["Event Changed", "Event Details Changed", "Event Reinstated"])(
    "%s tells those who wait how to leave the list, and nobody to come to a shift that is over",
    (template) => {
      const cancel = "If you can't make it, please cancel in your volunteer dashboard";
      const leave = "If you don't want to wait anymore, you can leave the list";
      const standing = "You're still on the waiting list.";
      const ahead = render(template, { shiftPhase: "ahead" }).text;
      expect(ahead).toContain(`You're still signed up. ${cancel}`);
      expect(render(template, { standing, shiftPhase: "ahead" }).text).toContain(leave);
      const reply = "If you can't make it, please reply to this email";
      expect(render(template, { shiftPhase: "ahead", hasLogin: false }).text).toContain(reply);
      const over = render(template, { shiftPhase: "over" }).text;
      expect(over).toContain("That was in the past, so please don't come.");
      expect(over).not.toContain("still signed up");
    },
  );
});
