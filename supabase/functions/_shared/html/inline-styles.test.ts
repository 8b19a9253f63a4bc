import { expect, test } from "vitest";
import { HTML_PAYLOADS } from "../../../tests/payloads.ts";
import { cleanStoredHtml } from "./clean-stored-html.ts";
import { inlineStyles } from "./inline-styles.ts";

test("adds the design's styles to each element without overriding the element's own styles", () => {
  expect(inlineStyles('<p>Dear <b>Ada</b></p><p style="color: red">x</p>')).toBe(
    '<p style="margin: 0 0 14px">Dear <b>Ada</b></p><p style="margin: 0 0 14px; color: red">x</p>',
  );
  expect(inlineStyles('<a class="button" href="/donate">Give</a>')).toContain(
    "background: #1b2f55",
  );
  expect(inlineStyles('<th scope="row">EIN</th>')).toContain("width: 38%");
});

test("doesn't style text in an attribute, even if it looks like a tag", () => {
  const html = '<a href="/x" title="&lt;p onclick=ran() ">Give</a>';
  expect(inlineStyles(html).replace(/ style="[^"]*"/, "")).toBe(html);
});

test.each(HTML_PAYLOADS)("threat 25: restores nothing that the cleaner removed: %j", (payload) => {
  const cleanHtml = cleanStoredHtml(payload, "mail");
  expect(inlineStyles(cleanHtml).replaceAll(/ style="[^"]*"/g, "")).toBe(
    cleanHtml.replaceAll(/ style="[^"]*"/g, ""),
  );
});
