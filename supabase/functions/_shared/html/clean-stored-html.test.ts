import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";
import { HTML_PAYLOADS } from "../../../tests/payloads.ts";
import { builtInTemplates } from "../rules/built-in-templates.ts";
import {
  isOwnPicture,
  LINK_URL_PATTERN,
  PLAIN_ATTRIBUTES,
  TEXT_TAGS,
} from "../rules/stored-html.ts";
import { cleanStoredHtml, type StoredHtmlKind } from "./clean-stored-html.ts";

const ALLOWED_HTML: Readonly<
  Record<StoredHtmlKind, { tags: Set<string>; attributes: Set<string> }>
> = {
  text: {
    tags: new Set(TEXT_TAGS),
    attributes: new Set(["href", "src", ...PLAIN_ATTRIBUTES]),
  },
  mail: {
    tags: new Set([...TEXT_TAGS, "h1", "div", "span", "small", "tfoot"]),
    attributes: new Set([
      "href",
      "src",
      "style",
      "class",
      "role",
      "width",
      "valign",
      ...PLAIN_ATTRIBUTES,
    ]),
  },
};
const { DOMParser } = new JSDOM("").window;
const parseHtml = (html: string) => new DOMParser().parseFromString(html, "text/html");

/** Lists everything that a browser would load or run even though we don't allow it. */
const findFaults = (html: string, kind: StoredHtmlKind): string[] => {
  // Parse it twice, because some payloads become dangerous only when they are parsed again.
  const firstDocument = parseHtml(html);
  const { head, body } = parseHtml(firstDocument.head.innerHTML + firstDocument.body.innerHTML);
  const { tags, attributes } = ALLOWED_HTML[kind];
  return [...body.querySelectorAll("*"), ...head.children].flatMap((element) => [
    ...(tags.has(element.localName) ? [] : [`<${element.localName}>`]),
    ...[...element.attributes].flatMap(({ name, value }) => {
      if (!attributes.has(name)) return [name];
      if (name === "href" && !LINK_URL_PATTERN.test(value)) return [value];
      if (name === "src" && !isOwnPicture(value)) return [value];
      return name === "style" && /url|expression|position|@|\\/i.test(value) ? [value] : [];
    }),
  ]);
};

describe.each(["text", "mail"] as const)("threat 25: cleaning HTML of the kind `%s`", (kind) => {
  test.each(HTML_PAYLOADS)("leaves nothing executable in %j", (payload) => {
    const cleanedHtml = cleanStoredHtml(payload, kind);
    expect(findFaults(cleanedHtml, kind)).toEqual([]);
    expect(cleanStoredHtml(cleanedHtml, kind), "cleaned again").toBe(cleanedHtml);
    const cleanedHtmlWithContext = cleanStoredHtml(`<p>Before</p>${payload}`, kind);
    expect(findFaults(cleanedHtmlWithContext, kind)).toEqual([]);
    expect(cleanedHtmlWithContext).toContain("<p>Before</p>");
  });
});

test("the payload list has at least 100 entries, all distinct and hostile", () => {
  expect(new Set(HTML_PAYLOADS).size).toBe(HTML_PAYLOADS.length);
  expect(HTML_PAYLOADS.length).toBeGreaterThanOrEqual(100);
  const harmlessPayloads = HTML_PAYLOADS.filter((payload) => {
    // Some payloads only work in a complete document or after a closing tag.
    const isBodyHostile = parseHtml(payload).body.getAttributeNames().length > 0;
    return !isBodyHostile && findFaults(`${payload}></p>`, "text").length === 0;
  });
  expect(harmlessPayloads).toEqual([]);
});

describe("the HTML cleaner", () => {
  test.each([
    "<h2>Rights</h2><p>You may <strong>ask</strong>, <em>see</em> and <u>correct</u>.</p>",
    '<ol start="3"><li>One<ul><li>Two</li></ul></li></ol>',
    '<p><a href="https://example.org/a?b=1&amp;c=2" title="More">More</a></p>',
    '<p><a href="mailto:hello@example.org">Write</a>, <a href="tel:+18175550100">call</a>, <a href="/donate">give</a>, <a href="#top">up</a></p>',
    '<img src="/images/site/7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11/960x640" alt="A box" />',
    '<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td align="right">1</td></tr></tbody></table>',
    "<p>5 &lt; 6 &amp; 7 &gt; 4, “so” it is</p>",
    "<blockquote><p>Line<br />line</p></blockquote><hr /><pre><code>a</code></pre>",
  ])("keeps %s", (html) => {
    expect(cleanStoredHtml(html, "text")).toBe(html);
  });

  test("demotes an h1 on pages but not in emails", () => {
    expect(cleanStoredHtml("<h1>Terms</h1>", "text")).toBe("<h2>Terms</h2>");
    expect(cleanStoredHtml("<h1>Thank you</h1>", "mail")).toBe("<h1>Thank you</h1>");
  });

  test.each(Object.entries(builtInTemplates))(
    "keeps the built-in template “%s”",
    (_, { htmlContent }) => {
      expect(cleanStoredHtml(htmlContent, "mail").replaceAll("<br />", "<br>")).toBe(htmlContent);
    },
  );

  test("keeps placeholders in text and links, and allowlisted styles in emails", () => {
    const mail =
      '<div style="padding:12px 0;color:#1f5c49;text-align:center"><p>Dear {{ name }}, ${{donationAmount}}.</p><a class="button" href="{{siteUrl}}/donate?a=1">Give</a> <a href="https://example.org/{{donationId}}">See</a></div>';
    expect(cleanStoredHtml(mail, "mail")).toBe(mail);
    const unsafeMail =
      '<p class="button evil" style="position:fixed;color:red;background:url(x)"><a href="{{siteUrl}">x</a><a href="{{a}{{b}}:x">y</a></p>';
    expect(cleanStoredHtml(unsafeMail, "mail")).toBe(
      '<p class="button" style="color:red"><a>x</a><a>y</a></p>',
    );
  });
});
