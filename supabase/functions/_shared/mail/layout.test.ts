import { describe, expect, it } from "vitest";
import { builtInTemplates } from "../rules/built-in-templates.ts";
import { MAIL_PICTURES } from "../rules/mail-pictures.ts";
import { renderLayout } from "./layout.ts";
import { toPlainText } from "./to-plain-text.ts";
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
  invitationLink: "https://www.example.org/join",
  giftLink: "https://www.example.org/manage-gift#token=abc.def",
  emailChangeLink: "https://www.example.org/confirm-email",
  stopLink: "https://www.example.org/stop-cards",
};
const donation = {
  name: "Rosalind",
  receiptNumber: "R-2026-000123",
  donationAmount: 75,
  donationDate: "2026-11-21",
  giverName: "Bluebonnet Giving Fund",
  gift: "40 shares of Apple Inc. (AAPL)",
  isRecurring: false,
  inHonorOf: null,
  isDemo: false,
};

describe("the line after the subject in an inbox", () => {
  it("is the first sentence of the content rather than a notice, and isn't repeated in the plain text", () => {
    const data = { ...donation, isDemo: true, packagePrice: 50 };
    const mail = { templateName: "Donation Confirmation", toName: "Rosalind Achterberg", data };
    const { html, text } = renderMail(mail, context);
    const [, preview] = /mso-hide: all">([^&<]*)/.exec(html) ?? [];
    expect(preview).toBe("Your gift fills one box, and half of the next.");
    expect(text.split(preview!)).toHaveLength(2);
  });
});

describe("a built-in template", () => {
  /** Every field that an email's data can have. Each template uses some of them. */
  const data = {
    ...donation,
    letterDate: "2026-11-22",
    newEmail: "rosalind@example.org",
    refundAmount: 20,
    declineReason: "Your card has expired.",
    endReason: "",
    receiptNote: "",
    eventType: "Food Drive",
    eventDate: "2027-01-02",
    startTime: "09:00:00",
    endTime: "12:00:00",
    timeZone: "America/Chicago",
    address: "1 Main Street",
    formerDate: "2027-01-01",
    formerStartTime: "08:00:00",
    formerEndTime: "10:00:00",
    formerAddress: "2 Main Street",
    standing: "You're still signed up.",
    whatChanged: "was canceled",
    reason: "The hall is flooded.",
    nextChargeDate: "2027-01-21",
    year: 2026,
    account: "rosalind",
    inviter: "ann.lee",
    invitedBy: "ann.lee",
    administrator: "june",
    changedBy: "rosalind",
    mentionCount: 12,
    areas: ["giving", "settings"],
    donorName: "Ann Lee",
    honoree: "Sgt. Paul Yates",
    message: "We remember him.",
    traffic: "Over 1,000 requests were refused in the last hour.",
    giftLinkId: "5d1f0c53-8a77-4b0e-9c55-1f2a6f0d7a01",
  };

  it.each(Object.entries(builtInTemplates))(
    "renders completely as HTML and text, with its own picture below the brand mark (%s)",
    (templateName, { picture }) => {
      const mail = { templateName, toName: "Rosalind Achterberg", data };
      const { subject, html, text } = renderMail(mail, context);
      expect(subject).not.toMatch(/[{}]|undefined|null/);
      expect(`${html}${text}`).not.toMatch(/\{\{|undefined|null|NaN|\[object/);
      expect(text).not.toMatch(/<\/?[a-z]|\{|&[a-z]+;/);
      expect(text).toContain("410 Lantern Street, Fort Worth, TX 76102");
      expect([...html.matchAll(/<img[^>]*? src="([^"]*)"/g)].map(([, url]) => url)).toEqual([
        "https://www.example.org/mail-mark.png",
        ...(picture ? [`https://www.example.org/${MAIL_PICTURES[picture]}`] : []),
      ]);
      expect(html).not.toMatch(/url\(|@import|<script/);
      if (html.includes("#token=")) expect(text).toContain(context.giftLink);
    },
  );
});

describe("the frame of an email", () => {
  const html = renderLayout({ ...context, subject: "Hello", contentHtml: "<p>Hello</p>" });

  it("names the organization next to the logo, whose star shows even without pictures", () => {
    expect(html).toMatch(/<img src="[^"]*mail-mark\.png" width="40" height="40" alt="&#9733;"/);
    expect(toPlainText(html)).toMatch(/^★ Lamplight Care Packages: https:\/\/www\.example\.org\n/);
  });

  it("keeps the EIN, the ZIP code and the phone number below the content on one line each", () => {
    const [, footer = ""] = /<td class="foot"[^>]*>(.*?)<\/td>/.exec(html) ?? [];
    const lines = footer.replaceAll("&nbsp;", "\u{a0}").split("<br>");
    expect(lines[0]).toBe("Lamplight Care Packages\u{a0}· EIN\u{a0}00-0142536");
    expect(lines[1]).toBe("410\u{a0}Lantern\u{a0}Street, Fort\u{a0}Worth,\u{a0}TX\u{a0}76102");
    expect(lines[2]).toMatch(/^\(817\)\u{a0}555-0142\u{a0}· <a /u);
  });

  it("shortens the site's address, except in plain text", () => {
    expect(html).toMatch(/<a href="https:\/\/www\.example\.org"[^>]*>example\.org<\/a>/);
    expect(toPlainText(html)).toContain(
      "(817) 555-0142 · https://www.example.org\nhello@example.org\n",
    );
  });

  it("leaves out contact details that the organization doesn't have", () => {
    const organization = { ...context.organization, taxId: "", address: "", phone: "", email: "" };
    const text = toPlainText(
      renderLayout({ ...context, organization, subject: "A", contentHtml: "" }),
    );
    expect(text).toMatch(/\nLamplight Care Packages\nhttps:\/\/www\.example\.org\n$/);
  });
});
