import { describe, expect, it } from "vitest";
import { renderMail } from "./render-mail.ts";

const organization = {
  organizationName: "Lamplight Care Packages",
  taxId: "00-0142536",
  address: "410 Lantern Street\nFort Worth, TX 76102",
  phone: "(817) 555-0142",
  email: "hello@example.org",
};

describe("threat 63: a card with the organization's own template", () => {
  it("has no link except the one that stops cards", () => {
    const stopLink = "https://www.example.org/stop-cards#token=abc";
    const { html } = renderMail(
      {
        templateName: "Tribute Card",
        toName: "Ruth",
        data: {
          name: "Ruth",
          donorName: "Ann Lee",
          honoree: "Paul",
          message: "We miss him.",
          tributeId: "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c14",
          isDemo: false,
        },
      },
      {
        organization,
        siteUrl: "https://www.example.org",
        template: {
          subject: "A card",
          htmlContent:
            '<p>{{message}} <a class="button" href="https://www.example.org/donate">Donate</a></p>',
          isActive: true,
        },
        stopLink,
      },
    );
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([stopLink]);
    expect(html).toContain("Donate");
  });
});

it("greets a family as the printed card does", () => {
  const data = { name: "The Núñez family", donorName: "Ann Lee", honoree: "Paul", message: "" };
  const mail = { templateName: "Memorial Card", toName: "The Núñez family", data };
  const stopLink = "https://www.example.org/stop-cards#token=abc";
  const context = { organization, siteUrl: "https://www.example.org", stopLink };
  expect(renderMail(mail, context).text).toContain("Dear Núñez family,");
});
