import { caniemail } from "caniemail";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { renderHealthMail } from "../../functions/_shared/mail/health-mail.ts";
import { renderMail } from "../../functions/_shared/mail/render-mail.ts";
import { createSampleMail } from "../../functions/_shared/mail/sample-mail.ts";
import { builtInTemplates } from "../../functions/_shared/rules/built-in-templates.ts";
import { renderRecoveryMail } from "../../templates/recovery-mail.ts";

const SITE_URL = "https://www.example.org";
const organization = {
  organizationName: "Lamplight Care Packages",
  taxId: "00-0142536",
  address: "410 Lantern Street\nFort Worth, TX 76102",
  phone: "(817) 555-0142",
  email: "hello@example.org",
};

const render = (name: string, data: object = {}, isActivated = true): string => {
  const { mail, links } = createSampleMail(name, SITE_URL);
  const { activationLink, ...otherLinks } = links;
  return renderMail(
    { ...mail, data: { ...mail.data, ...data } },
    {
      organization,
      siteUrl: SITE_URL,
      ...otherLinks,
      ...(isActivated && activationLink && { activationLink }),
    },
  ).html;
};

const recoveryHtml = readFileSync("supabase/templates/recovery.html", "utf8");

/** Every email that the system sends, including the variants that depend on its data. */
const emails: readonly (readonly [name: string, html: string])[] = [
  ...Object.keys(builtInTemplates).map((name) => [name, render(name)] as const),
  [
    "a monthly receipt after a refund",
    render("Donation Confirmation", { isRecurring: true, refundedAmount: "20.00" }),
  ],
  ["a demo receipt", render("Donation Confirmation", { isDemo: true, feeCovered: 1.75 })],
  ["an approval without activation", render("Volunteer Application Approved", {}, false)],
  ["a reminder with a note", render("Event Reminder", { eventNote: "Side door.\nWear boots." })],
  ["a password reset", recoveryHtml],
  [
    "a report of trouble",
    renderHealthMail(
      "Ada",
      { problems: ["It's late."], solvedProblems: [] },
      organization,
      SITE_URL,
    ).html,
  ],
];

const CLIENTS = ["gmail.*", "outlook.*", "apple-mail.*", "yahoo.*", "samsung-email.*"] as const;

/** Styles that some of these clients ignore, with what their readers see instead. */
const FALLBACKS: Readonly<Record<string, string>> = {
  "<style> element": "the light design, which is in the elements' own styles",
  "@media": "the light design at the width of a computer",
  "color-scheme CSS property": "the light design",
  "color-scheme meta tag": "the light design",
  "<body> element": "the same background, which the outer table has as well",
  "border-radius": "square corners",
  "overflow-wrap": "long words that reach beyond the edge",
  // The package mistakes overflow-wrap for overflow.
  overflow: "long words that reach beyond the edge",
  "display:none": "the email's first sentence a second time, above the name",
  "height property": "the picture at the height that its width gives it",
  "role attribute": "the same; only a screen reader announces the tables of the layout",
};

const findUnsupportedFeatures = (html: string): string[] => {
  const { errors } = caniemail({ clients: [...CLIENTS], html }).issues;
  return [...errors.values()].flatMap((issues) => issues.map(({ title }) => title));
};

const emailsWithFeatures = emails.map(
  ([name, html]) => [name, findUnsupportedFeatures(html)] as const,
);

describe("in Gmail, Outlook, Apple Mail, Yahoo and Samsung's client", () => {
  it.each(emailsWithFeatures)(
    "%s uses only features that work or have a fallback",
    (_, features) => {
      const problems = features.filter((title) => !Object.hasOwn(FALLBACKS, title));
      expect([...new Set(problems)]).toEqual([]);
    },
  );

  it("every fallback is needed", () => {
    const found = new Set(emailsWithFeatures.flatMap(([, features]) => features));
    expect(Object.keys(FALLBACKS).filter((title) => !found.has(title))).toEqual([]);
  });
});

it.each(emails)("%s has exactly one button, unless it is a card", (name, html) => {
  const isCard = /\bCard$/.test(name);
  expect(html.match(/ class="button"/g) ?? []).toHaveLength(isCard ? 0 : 1);
});

it.each(emails)("%s is smaller than the 100 KB at which Gmail cuts emails off", (_, html) => {
  expect(Buffer.byteLength(html)).toBeLessThan(100 * 1024);
});

it("the email that Auth sends has the layout of all others (npm run recovery-mail writes it)", () => {
  expect(recoveryHtml).toBe(renderRecoveryMail());
});
