import { describe, expect, it } from "vitest";
import { type MailContext, type QueuedMail, renderMail } from "./render-mail.ts";

const context: MailContext = {
  organization: {
    organizationName: "Lamplight Care Packages",
    taxId: "00-0142536",
    address: "410 Lantern Street\nFort Worth, TX 76102",
    phone: "(817) 555-0142",
    email: "hello@example.org",
  },
  siteUrl: "https://www.example.org",
  template: { subject: "A spot", htmlContent: "<p>A spot opened up.</p>", isActive: true },
};

describe("an email to a mailbox that several people share", () => {
  const createReminder = (sharedMailbox: string | undefined): QueuedMail => ({
    templateName: "Waitlist Promotion",
    toName: "Jo <Doe>",
    data: { name: "Jo", ...(sharedMailbox !== undefined && { sharedMailbox }) },
  });

  it.each([
    ["own", "This email is for Jo <Doe>."],
    [
      "contact",
      "This email is for Jo <Doe>, who has no login. To cancel or change something, just reply.",
    ],
  ])("says whom it is for, even if the template doesn't (%s)", (sharedMailbox, text) => {
    const mail = renderMail(createReminder(sharedMailbox), context);
    expect(mail.text).toContain(text);
    expect(mail.html).toContain("<strong>Jo &lt;Doe&gt;</strong>");
  });

  it("isn't marked at a mailbox of one person", () => {
    expect(renderMail(createReminder(undefined), context).text).not.toContain("This email is for");
  });
});
