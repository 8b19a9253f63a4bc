import { describe, expect, it } from "vitest";
import { HTML_PAYLOADS } from "../../../tests/payloads.ts";
import { type MailContext, type QueuedMail, renderMail } from "./render-mail.ts";

const organization = {
  organizationName: "Lamplight Care Packages",
  taxId: "00-0142536",
  address: "410 Lantern Street\nFort Worth, TX 76102",
  phone: "(817) 555-0142",
  email: "hello@example.org",
};
const context: MailContext = {
  organization,
  siteUrl: "https://www.example.org",
  giftLink: "https://www.example.org/manage-gift#token=abc.def",
};
const donation = {
  name: "Rosalind",
  receiptNumber: "R-2026-000123",
  donationAmount: 1051.75,
  donationDate: "2026-11-21",
  isRecurring: false,
  inHonorOf: null,
  isDemo: false,
};
const createReceipt = (data: object = {}, toName = "Rosalind Achterberg"): QueuedMail => ({
  templateName: "Donation Confirmation",
  toName,
  data: { ...donation, ...data },
});
const createContext = (subject: string, htmlContent: string, isActive = true): MailContext => ({
  ...context,
  template: { subject, htmlContent, isActive },
});

/** Extracts the content below the organization's name and picture, without styles. */
const extractContent = (html: string) =>
  (html.split('<td class="sheet"')[1] ?? "")
    .replaceAll(/ style="[^"]*"/g, "")
    .replaceAll("<br />", "<br>");

describe("a receipt", () => {
  const facts = [
    "Donor: Rosalind Achterberg",
    "Amount: $1,051.75",
    "Date of gift: November 21, 2026",
    "Type of gift: One-time",
    "Given to: Lamplight Care Packages",
    "EIN: 00-0142536",
    "Receipt number: R-2026-000123",
    "No goods or services were provided in exchange for this contribution.",
    "tax-exempt under section 501(c)(3)",
  ];

  it("has the acknowledgment the IRS requires, in HTML and plain text", () => {
    const { subject, html, text } = renderMail(createReceipt(), context);
    expect(subject).toBe("Thank you for your gift of $1,051.75");
    for (const fact of facts) expect(text).toContain(fact);
    expect(extractContent(html)).toContain('<th scope="row">EIN</th><td>00-0142536</td>');
    expect(text).not.toContain("In honor of");
  });

  it("includes the acknowledgment even with an administrator's own template", () => {
    const { text } = renderMail(
      createReceipt(),
      createContext("Thanks", "<p>Dear {{name}}, thanks!</p>"),
    );
    expect(text).toContain("Dear Rosalind, thanks!");
    for (const fact of facts) expect(text).toContain(fact);
  });

  it("shows a recurring donation, its dedication and the covered fee", () => {
    const data = { isRecurring: true, inHonorOf: "Sgt. Ada <Lovelace>", feeCovered: 1.75 };
    const { html, text } = renderMail(createReceipt(data), context);
    expect(text).toContain("Type of gift: Monthly");
    expect(text).toContain("Your monthly gift of $1,051.75");
    expect(text).toContain("In honor of: Sgt. Ada <Lovelace>");
    expect(html).toContain("Sgt. Ada &lt;Lovelace&gt;");
    expect(text).toContain("Card fee included: $1.75");
  });

  it("threat 22: links to /manage-gift for recurring donations in any template, but not for one-time ones", () => {
    const monthlyReceipt = createReceipt({ isRecurring: true });
    for (const mailContext of [context, createContext("Thanks", "<p>Thank you!</p>")]) {
      const { html, text } = renderMail(monthlyReceipt, mailContext);
      expect(text).toContain("Manage or cancel: https://www.example.org/manage-gift");
      expect(extractContent(html)).toContain(
        '<a href="https://www.example.org/manage-gift">Manage or cancel</a>',
      );
    }
    expect(renderMail(createReceipt(), context).text).not.toContain("Manage or cancel");
  });

  it("mentions refunds made before it was sent", () => {
    const { text } = renderMail(createReceipt({ refundedAmount: "20.10" }), context);
    expect(text).toContain("Amount: $1,051.75\nRefunded: $20.10");
    expect(text).toContain("Your gift after the refund: $1,031.65");
    expect(renderMail(createReceipt(), context).text).not.toContain("efund");
  });

  it("shows a whole sentence as the inbox's preview, also after a rank or an initial", () => {
    const htmlContent = "<p>We'll email the card for Sgt. Paul J. Yates today. Then it's done.</p>";
    const { html } = renderMail(createReceipt(), {
      ...context,
      template: { subject: "Thanks", htmlContent, isActive: true },
    });
    expect(html).toMatch(/mso-hide: all">We[^<]*Sgt\. Paul J\. Yates today\.(?! Then)/);
  });

  it("says that a demo payment isn't a donation", () => {
    const { subject, text } = renderMail(createReceipt({ isDemo: true }), context);
    expect(subject).toBe("[Demo] Thank you for your gift of $1,051.75");
    expect(text.indexOf("No card was charged")).toBeLessThan(text.indexOf("Thank you, Rosalind"));
    expect(text).toContain("this is not a receipt");
    expect(text).not.toMatch(/No goods or services|Your receipt/);
  });

  it("is marked as a demo like every other email about a demo payment", () => {
    const mail = {
      ...createReceipt({ isDemo: true, refundAmount: 20 }),
      templateName: "Gift Refunded",
    };
    const { subject, text } = renderMail(mail, context);
    expect(subject).toBe("[Demo] We've refunded $20.00");
    expect(text.indexOf("no money moved")).toBeLessThan(text.indexOf("Your refund is on its way"));
  });

  it.each(["donationAmount", "donationDate", "receiptNumber"])(
    "is held if %s is missing",
    (name) => {
      expect(() => renderMail(createReceipt({ [name]: null }), context)).toThrow(
        `A receipt needs ${name}, which this email doesn't have.`,
      );
    },
  );
});

describe("MAIL-18: filling in placeholders", () => {
  const renderText = (template: string, data: object = {}) =>
    renderMail(createReceipt(data), createContext("Hello", template)).text;

  it("replaces name and donationAmount, with or without spaces and the template's dollar sign", () => {
    expect(renderText("<p>{{name}} gave {{ donationAmount }}, ${{donationAmount}}</p>")).toContain(
      "Rosalind gave $1,051.75, $1,051.75",
    );
  });

  it.each(["{{nmae}}", "{{}}", "{{#if isDemo}}", "{{constructor}}", "{{__proto__}}"])(
    "rejects the unknown placeholder %s and names it",
    (placeholder) => {
      const render = () => renderText(`<p>Dear ${placeholder},</p>`);
      expect(render).toThrow(`The template uses ${placeholder}, but this email only has:`);
      expect(render).toThrow(/donationAmount, .*name/);
    },
  );

  it.each([
    [{}, "Rosalind Achterberg", "Dear Rosalind,"],
    [{ name: "Ada Byron", firstName: "Augusta Ada" }, "Ada Byron", "Dear Augusta Ada,"],
    [{ name: "" }, "", "Dear friend,"],
  ])(
    "takes the first name from the values or the recipient's name: %j",
    (data, toName, greeting) => {
      const mail = createReceipt(data, toName);
      const { text } = renderMail(mail, createContext("Hello", "<p>Dear {{firstName}},</p>"));
      expect(text).toContain(greeting);
    },
  );

  it("leaves placeholders in values alone", () => {
    expect(renderText("<p>{{name}}</p>", { name: "{{giftLink}} {{x}}" })).toContain(
      "{{giftLink}} {{x}}",
    );
  });

  it("formats dates and times for readers", () => {
    const data = { eventDate: "2027-01-02", startTime: "09:00:00", endTime: "13:30" };
    const line = renderText("<p>{{eventDate}}, {{startTime}} to {{endTime}}</p>", data);
    expect(line).toContain("January 2, 2027, 9:00 AM to 1:30 PM");
    const night = { startTime: "20:00:00", endTime: "02:00:00" };
    const formerNight = { formerStartTime: "21:00:00", formerEndTime: "00:00:00" };
    const text = renderText(
      "<p>{{startTime}} to {{endTime}}, not {{formerStartTime}} to {{formerEndTime}}</p>",
      { ...night, ...formerNight },
    );
    expect(text).toContain("8:00 PM to 2:00 AM the next day, not 9:00 PM to 12:00 AM the next day");
  });
});

describe("MAIL-23: a template", () => {
  it("holds its emails if it is inactive, and says why", () => {
    const render = () =>
      renderMail(createReceipt(), createContext("Thanks", "<p>Thank you!</p>", false));
    expect(render).toThrow('The template "Donation Confirmation" is inactive.');
  });

  it("holds its emails if it doesn't exist, and says why", () => {
    const mail = { ...createReceipt(), templateName: "Spring Appeal" };
    expect(() => renderMail(mail, context)).toThrow('There is no template named "Spring Appeal".');
    expect(() => renderMail({ ...mail, templateName: "toString" }, context)).toThrow("no template");
  });
});

describe("the next step below an email's text", () => {
  const letter = '<p><a class="button" href="/donate">Give</a></p>';

  it("is a button in a receipt, or a small link if the template already has a button", () => {
    const giftsLink =
      'href="https://www.example.org/manage-gift">See your gifts and receipts</a></p>';
    const { html } = renderMail(createReceipt(), createContext("Hello", "<p>Thank you!</p>"));
    expect(extractContent(html)).toContain(`<p><a class="button" ${giftsLink}`);
    const mailWithButton = renderMail(createReceipt(), createContext("Hello", letter));
    expect(extractContent(mailWithButton.html)).toContain(`<p class="small"><a ${giftsLink}`);
    expect(mailWithButton.html.match(/class="button"/g)).toHaveLength(1);
  });

  it("is a small link to the login in an approval email whose template has a button", () => {
    const mail = { templateName: "Volunteer Application Approved", toName: "Ada", data: {} };
    const { html, text } = renderMail(mail, createContext("Hello", letter));
    expect(html.match(/class="button"/g)).toHaveLength(1);
    expect(text).toContain("Log in: https://www.example.org/volunteer-dashboard");
  });
});

/** Hostile input for a donor's name or dedication (threat 30). */
const payloads = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</td></tr></table><h1>You won</h1>",
  "<a href='https://evil.example'>Click</a>",
  "&lt;script&gt;",
  "' onmouseover='alert(1)",
  "<!--",
  "-->",
  "<style>*{display:none}</style>",
  "<svg/onload=alert(1)>",
  "javascript:alert(1)",
  "</title><script>alert(1)</script>",
  "<base href='https://evil.example/'>",
  "<form action=//evil.example><input name=card>",
  "{{siteUrl}}<b>",
  "$& $1 $` $'<i>",
  "=?utf-8?Q?Bcc=3A?= <x@evil.example>",
  "<iframe src=//evil.example>",
  "%3Cscript%3E<u>",
  "\\u003cscript\\u003e<p>",
];
const headerBreaks = [
  "\r\nBcc: x@evil.example",
  "\nTo: y",
  "\r",
  "\u0000",
  "\u2028Subject: z",
  "\u0085",
];

describe("text that donors enter", () => {
  const extractTags = (html: string) => html.match(/<[^>]*>/g);
  const template = "<p>Dear {{name}}, in honor of {{inHonorOf}}</p>";
  const cleanMail = renderMail(
    createReceipt({ inHonorOf: "x" }),
    createContext("For {{inHonorOf}}", template),
  );

  it.each(payloads)("doesn't add a tag: %s", (payload) => {
    const mail = createReceipt({ name: payload, inHonorOf: payload }, payload);
    const { html, text } = renderMail(mail, createContext("For {{inHonorOf}}", template));
    expect(extractTags(html)).toEqual(extractTags(cleanMail.html));
    expect(text).toContain(payload.replaceAll(/\s+/g, " "));
  });

  it.each(headerBreaks)("is rejected in a subject if it contains %j", (payload) => {
    const mail = createReceipt({ inHonorOf: `x${payload}` });
    expect(() => renderMail(mail, createContext("For {{inHonorOf}}", template))).toThrow(
      "line break",
    );
  });

  it.each(['<a href="{{name}}">x</a>', "<p title={{name}}>x</p>"])(
    "is rejected inside a tag: %s",
    (unsafeTemplate) => {
      expect(() => renderMail(createReceipt(), createContext("Hello", unsafeTemplate))).toThrow(
        "inside an HTML tag",
      );
    },
  );

  it("can't become a tag inside the template's angle brackets", () => {
    const { html } = renderMail(
      createReceipt({ name: "img src=x onerror=ran()" }),
      createContext("Hello", "<p><{{name}}></p>"),
    );
    expect(extractContent(html)).not.toMatch(/<img/);
  });

  it("can't replace the link to the donor's donations", () => {
    const mail = createReceipt({ giftLink: "https://evil.example" });
    const { html } = renderMail(mail, createContext("Hello", '<a href="{{giftLink}}">x</a>'));
    expect(html).toContain(context.giftLink);
    expect(html).not.toContain("evil.example");
  });
});

describe("threat 25: an administrator's own template", () => {
  it.each(HTML_PAYLOADS)("is cleaned when rendered: %j", (payload) => {
    const { html } = renderMail(
      createReceipt(),
      createContext("Hello", `<p>Dear {{name}}</p>${payload}`),
    );
    const content = extractContent(html);
    expect(content).toContain("<p>Dear Rosalind</p>");
    expect(content).not.toMatch(/<(script|svg|iframe|object|embed|base|form|style|link|meta)\b/i);
    expect(content).not.toMatch(/<[^>]*(\son\w+=|javascript:|srcset)/i);
    expect(content).not.toMatch(/ src="(?!https:\/\/www\.example\.org\/images\/)/);
  });

  it("keeps the paragraphs and line breaks of plain text", () => {
    const template = "Dear {{name}},\n\nthank you & see you < soon.\n  \nYours,\nAda";
    const { html, text } = renderMail(createReceipt(), createContext("Hello", template));
    expect(extractContent(html)).toContain(
      "<p>Dear Rosalind,</p>\n<p>thank you &amp; see you &lt; soon.</p>\n<p>Yours,<br>Ada</p>",
    );
    expect(text).toContain("Yours,\nAda");
  });

  it("gets absolute links", () => {
    const template = '<p><a href="/donate">Give</a> <a href="https://example.org/x">See</a></p>';
    const { html, text } = renderMail(createReceipt(), createContext("Hello", template));
    expect(extractContent(html)).toContain('<a href="https://www.example.org/donate">Give</a>');
    expect(text).toContain("See: https://example.org/x");
  });
});

describe("the activation instructions", () => {
  const mail = { templateName: "Volunteer Application Approved", toName: "Ada", data: {} };
  const renderApproval = (activationLink?: string) =>
    renderMail(mail, {
      ...createContext("Hello", "<p>A letter of our own, {{name}}</p>"),
      activationLink,
    });

  it("are shown below the text of any template", () => {
    const { html, text } = renderApproval("https://www.example.org/activate#token=x");
    expect(html).toContain('href="https://www.example.org/activate#token=x"');
    expect(text).toContain("works only once and expires after 7 days");
    expect(text).not.toContain("password you chose when you applied");
  });

  it("point to the login if no activation is required", () => {
    const { html, text } = renderApproval();
    expect(text).toContain("the email address and password you chose when you applied");
    expect(html).not.toContain("activate");
    expect(text).toContain("Log in: https://www.example.org/volunteer-dashboard");
  });
});

describe("practical details of an event", () => {
  const data = { eventNote: "Bring gloves & tape.\nSide door <B>." };

  it.each(["Event Reminder", "Event Changed"])(
    "are shown below the text of the template %s",
    (templateName) => {
      const mail = { templateName, toName: "Ada", data };
      const { html, text } = renderMail(mail, createContext("Hello", "<p>A letter of our own</p>"));
      expect(text).toContain("Good to know\n\nBring gloves & tape.\nSide door <B>.");
      expect(extractContent(html)).toContain("Bring gloves &amp; tape.<br>Side door &lt;B&gt;.");
      const mailWithoutNote = renderMail(
        { ...mail, data: { eventNote: null } },
        createContext("Hello", "<p>x</p>"),
      );
      expect(mailWithoutNote.text).not.toContain("Good to know");
    },
  );
});

describe("a shift reminder", () => {
  it("gives the time, time zone, place and how to cancel", () => {
    const data = {
      name: "Ada",
      eventType: "Food Drive",
      eventDate: "2026-12-31",
      startTime: "18:00:00",
      endTime: "23:45:00",
      timeZone: "America/Chicago",
      address: "1 A Street",
    };
    const mail = { templateName: "Event Reminder", toName: "Ada Lovelace", data };
    const { subject, text } = renderMail(mail, context);
    expect(subject).toBe("Reminder: Food Drive on December 31, 2026, 6:00 PM");
    expect(text).toContain("December 31, 2026, 6:00 PM to 11:45 PM (Central Time)");
    expect(text).toContain("1 A Street");
    expect(text).toContain("https://www.example.org/volunteer-dashboard");
  });
});
