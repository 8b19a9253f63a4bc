import { render } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { extractVisibleText } from "#rules/excerpts.ts";
import { Markdown } from "./markdown.tsx";
import { renderMarkdownHtml } from "./render-markdown.ts";

const renderMarkdown = (source: string) => render(<Markdown source={source} />).container;

describe("a post's Markdown", () => {
  test.each([
    ["_gently_ and *so*", "em", ["gently", "so"]],
    ["**loudly** and __so__", "strong", ["loudly", "so"]],
    ["a `git *x*` b", "code", ["git *x*"]],
    ["```\nconst a = 1;\n```", "pre code", ["const a = 1;\n"]],
    ["- a\n  - b\n  - c\n- d", "li li", ["b", "c"]],
    ["1. a\n   - b\n2. c", "ol > li", ["a\nb\n\n", "c"]],
    ["> said\n> so", "blockquote p", ["saidso"]],
    ["| Item | Cost |\n| --- | ---: |\n| Socks | $5 |", "th, td", ["Item", "Cost", "Socks", "$5"]],
    ["# A\n\n## B\n\n### C", "h3", ["A", "B"]],
    ["# A\n\n## B\n\n### C", "h4", ["C"]],
  ])("renders %j with %s", (source, selector, texts) => {
    const elements = [...renderMarkdown(source).querySelectorAll(selector)];
    expect(elements.map((element) => element.textContent)).toEqual(texts);
  });

  test.each([
    ["[x](https://en.wikipedia.org/wiki/Box_(army))", "https://en.wikipedia.org/wiki/Box_(army)"],
    ["[a [b] c](/donate)", "/donate"],
    ["[x](mailto:hello@example.org)", "mailto:hello@example.org"],
    ["see https://example.org/a_b_c", "https://example.org/a_b_c"],
    ["[x](javascript:ran())", null],
    ["[x](data:text/html,ran())", null],
  ])("renders the link %j with the URL %s", (source, href) => {
    expect(renderMarkdown(source).querySelector("a")?.getAttribute("href") ?? null).toBe(href);
  });

  test("keeps the alignment of table columns and the first number of lists", () => {
    const page = renderMarkdown("| Item | Cost |\n| --- | ---: |\n| Socks | $5 |\n\n5. five");
    expect([...page.querySelectorAll("td")].map((cell) => cell.align)).toEqual(["", "right"]);
    expect(page.querySelector("ol")?.start).toBe(5);
  });

  test("shows uploaded pictures only", () => {
    const ownPicture = renderMarkdown("![Two boxes](/images/blog/1)").querySelector("img");
    expect(ownPicture?.getAttribute("src")).toBe("/images/blog/1");
    expect(ownPicture?.alt).toBe("Two boxes");
    expect(ownPicture?.getAttribute("loading")).toBe("lazy");
    const sizedPicture = renderMarkdown("![Two boxes](/images/site/1/1600x900)").querySelector(
      "img",
    );
    expect([sizedPicture?.width, sizedPicture?.height]).toEqual([1600, 900]);
    expect(sizedPicture?.srcset).toBe(
      "/images/site/1/480 480w,/images/site/1/960 960w,/images/site/1/1600x900 1600w",
    );
    for (const src of ["https://elsewhere.test/x.png", "//elsewhere.test/x", "data:image/png,x"]) {
      expect(renderMarkdown(`![x](${src})`).querySelector("img"), src).toBeNull();
    }
  });

  test("shows a picture's title as a plain-text caption if the picture is in a paragraph of its own", () => {
    const caption = 'Packed <b>on</b> a \\"Tuesday\\" & <img src=x onerror=ran()> &#35;';
    const page = renderMarkdown(`![Two boxes](/images/site/1/1600x900 "${caption}")`);
    expect(page.querySelector("figcaption")?.textContent).toBe(caption.replaceAll("\\", ""));
    expect(page.querySelectorAll("figure img, figcaption *")).toHaveLength(1);
    expect(page.querySelector("p")).toBeNull();
    const pictureInText = renderMarkdown('Look: ![Two boxes](/images/site/1 "Packed")');
    expect(pictureInText.querySelector("figcaption")).toBeNull();
    expect(pictureInText.querySelector("img")?.title).toBe("Packed");
  });

  test("shows plain text as typed, including line breaks, symbols and HTML-like text", () => {
    const text = "5 < 6 & 7 > 4.\nWe <3 socks, <b>really</b>; &amp; so on.\n\n    Ruth, snake_case";
    const [first, last, ...otherParagraphs] = renderMarkdown(text).querySelectorAll("p");
    expect(otherParagraphs).toEqual([]);
    expect(first?.querySelectorAll("br")).toHaveLength(1);
    expect(first?.textContent).toBe("5 < 6 & 7 > 4.We <3 socks, <b>really</b>; &amp; so on.");
    expect(last?.textContent?.trim()).toBe("Ruth, snake_case");
  });
});

describe("character references", () => {
  const references = "Fish & chips, &#35; &#38; &#x41;&#x202E; &amp; &copy; &#0; &#35";

  test.each([
    references,
    `- ${references}`,
    `## ${references}`,
    `[${references}](/donate)`,
    `**${references}**`,
  ])("stay plain text in %j", (source) => {
    expect(renderMarkdown(source).textContent.trim()).toBe(references);
  });

  test("stay plain text in tables, code and descriptions of pictures", () => {
    const page = renderMarkdown(
      `| ${references} |\n| - |\n| \`${references}\` |\n\n![${references}](/images/site/1)`,
    );
    expect(page.querySelector("th")?.textContent).toBe(references);
    expect(page.querySelector("code")?.textContent).toBe(references);
    expect(page.querySelector("img")?.alt).toBe(references);
  });

  test.each([
    "[x](/donate?a=1&b=2&#38;c&amp;d&copy;)",
    "<https://example.org/?a=1&b=2&#38;c&amp;d&copy;e>",
    "https://example.org/?a=1&b=2&#38;c&amp;d&copy;e",
  ])("stay plain text in the URL of %s", (source) => {
    expect(renderMarkdown(source).querySelector("a")?.getAttribute("href")).toMatch(
      /\?a=1&b=2&#38;c&amp;d&copy;e?$/,
    );
  });

  test("stay plain text in the title of a link", () => {
    expect(renderMarkdown('[x](/donate "&#34; & &quot;")').querySelector("a")?.title).toBe(
      "&#34; & &quot;",
    );
  });
});

/** Returns the rendered text, with a space for each line or block break. */
const renderPageText = (source: string) => {
  const page = renderMarkdown(source);
  for (const end of page.querySelectorAll("br, td, th, li, p")) end.after(" ");
  return page.textContent.replaceAll(/\s+/g, " ").trim();
};

describe("BLOG-02, BLOG-04: an excerpt", () => {
  test.each([
    "Plain text, **bold**, *thin*, ***both***, __bold__ and _thin_.",
    "**bold *with thin* inside** and *thin **with bold** inside*",
    "snake_case_names, 2 * 3 * 4, 5 ** 6, a*b*c, * alone and _ alone",
    "~~gone~~ but here, 100 ~ 200",
    "## Heading\nText right below\n\n### Smaller ###\n\n#nohashtag",
    "![Two boxes](/images/blog/1) and ![x](https://elsewhere.test/x.png)\n\nText",
    '[a link](https://example.org) and [one (more)](https://example.org/a_(b) "Title").',
    "[a [b] c](/donate), [**bold** link](/x), [not a link] (x), [nor this]",
    "<https://example.org/a_b> and https://example.org/a_b_c?d=*e and hello@example.org",
    "- a\n- **b**\n  - c\n  - d\n\n* e\n+ f\n\n1. one\n2) two\n   1. three",
    "- [ ] open\n- [x] done",
    "> quoted\n> twice\n>\n> > and again\n\n> - list inside",
    "Text\n\n---\n\n***\n\nMore - with dashes -- and --- so",
    "| Item | Cost |\n| :--- | ---: |\n| Socks | **$5** |\n| a \\| b | `c` |\n\nEither | or",
    "Item | Cost\n--- | ---\nSocks | $5",
    "```js\nconst a = **b**; // _c_\n# no heading\n```\n\nAfter",
    "~~~\n[x](y)\n~~~",
    "`code with **stars**` and ``code with ` tick`` and a single ` tick",
    "\\*not thin\\* and \\[not a link\\](x) and C:\\files\\new",
    "Fish & chips &#38; &#x41; &copy;, [&#35;](/donate)",
    "Fish &amp; chips <b>bold</b> <script>x</script> 5 < 6 <!-- no -->",
    "A line\nand another\\\nand one more  \nand the last",
    "    indented\n\n\ttabbed",
    "Heading\n===\n\nOther\n\n[x]: https://example.org",
    "It's 5 o'clock. Don't \"worry\" — it's fine… (really)! 50% off; #1 & more @home",
    '**Bold:** text, **50%** off, (**in parens**), "_quoted_"',
    "$5\n\n5. five\n\n+1 (817) 555-0142",
    "Windows\r\nline **ends**\r\n\r\n- a\r\n- b",
  ])("matches the rendered text of %j", (source) => {
    expect(extractVisibleText(source)).toBe(renderPageText(source));
  });
});

test("threat 67: a stored text that could take long to parse is shown as it was typed", () => {
  expect(renderMarkdownHtml(`**Bold**\n\n${"> ".repeat(21)}a & b\nc`, 2)).toBe(
    `<p>**Bold**</p>\n<p>${"&gt; ".repeat(21)}a &amp; b<br>c</p>`,
  );
});
