import { marked } from "marked";
import { describe, expect, it, test } from "vitest";
import { findLinkProblem } from "../_shared/html/refused-links.ts";
import { HTML_PAYLOADS, MARKDOWN_PAYLOADS } from "../../tests/payloads.ts";
import { toPlainLine, stripMarkdown, cleanPostMarkdown } from "./clean-answer.ts";

describe("AI-02: a generated title", () => {
  it.each([
    ["Boxes that feel like home", "Boxes that feel like home"],
    ['"Boxes that feel like home"', "Boxes that feel like home"],
    ["Title: “Boxes”", "Boxes"],
    ["# **Boxes** that\nfeel like home\n", "Boxes that feel like home"],
    ["```\nBoxes\n```", "Boxes"],
    ["Boxes <b>and</b> <script>alert(1)</script>letters", "Boxes and letters"],
    ["<scr<b>ipt>alert(1)</scr</b>ipt>", "ipt>alert(1)ipt>"],
    ["<img src=x onerror=alert(1)", ""],
    ["A\u0000B\u001b[31m\u202eC\u2028D", "AB[31mC D"],
    ["We <3 boxes, and 5 < 6", "We <3 boxes, and 5 < 6"],
    ["<p></p>", ""],
  ])("is one line of plain text: %j", (answer, title) => {
    expect(toPlainLine(answer, 200)).toBe(title);
  });

  it("is cut to its field's length without splitting characters", () => {
    expect(toPlainLine("🎁".repeat(200), 201)).toHaveLength(201);
    expect(toPlainLine("🎁".repeat(200), 201).isWellFormed()).toBe(true);
    expect(toPlainLine("word ".repeat(100), 200).length).toBeLessThanOrEqual(200);
  });
});

test("AI-01: a generated description is plain text that ends with a whole word", () => {
  expect(stripMarkdown("## Why\r\n\r\n\r\n\r\nWe **pack** boxes.", 200)).toBe(
    "Why\n\nWe pack boxes.",
  );
  expect(stripMarkdown("one two three four", 15)).toBe("one two three");
});

/** Markdown that could turn into a script, a request to another server, or HTML. */
const HOSTILE_MARKDOWN = [
  "[a](javascript:alert(1))",
  "[a](<javascript:alert(1)>)",
  "[a]( JaVaScRiPt:alert(1) )",
  "[a](javascript&#58;alert(1))",
  "[a](java\nscript:alert(1))",
  "[a](data:text/html,<script>alert(1)</script>)",
  "[a](vbscript:msgbox(1))",
  "[a](//evil.example)",
  "[a](\\\\evil.example)",
  "[![x](https://evil.example/x.png)](javascript:alert(1))",
  "[a[b](javascript:alert(1))](javascript:alert(2))",
  "[a](javascript:alert(1) 'title')",
  '[a](javascript:alert("(((x)))"))',
  "![x](https://evil.example/pixel.gif)",
  "![x](http://evil.example/pixel.gif 'a')",
  "![x](<https://evil.example/a b.gif>)",
  "![x](data:image/svg+xml,<svg onload=alert(1)>)",
  "![x][1]\n\n[1]: https://evil.example/pixel.gif",
  "[x][1]\n\n[1]: javascript:alert(1)",
  "<javascript:alert(1)>",
  "ftp://evil.example/x",
  "<img src=x onerror=alert(1)>",
  "<iframe src=https://evil.example></iframe>",
  "<svg/onload=alert(1)>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<a href='javascript:alert(1)'>x</a>",
  "<!-- --!><img src=x onerror=alert(1)>",
  "<style>@import 'https://evil.example'</style>",
  "<math><mtext></p><img src=x onerror=alert(1)>",
  "![a](/images/../evil)![b](https://evil.example)",
  '[a](https://fine.example/"onmouseover=alert(1))',
];

test.each(["\u202e", "\u2066", "\u200f", "\u061c", "\u0007"])(
  "generated text loses bidirectional and control characters: %j",
  (character) => {
    for (const clean of [toPlainLine, stripMarkdown, cleanPostMarkdown]) {
      expect(clean(`A${character}box`, 99)).toBe("Abox");
      expect(clean(`A &#82${character}38; box`, 99)).toBe("A &#8238; box");
    }
  },
);

test("a generated post keeps character references as plain text", () => {
  const answer = "&#233;t&#xe9; &amp; more, &#8238; &rlm; &#99999999999;";
  expect(cleanPostMarkdown(answer, 99)).toBe(answer);
});

describe("AI-03, threat 32: a generated post", () => {
  it.each([...HOSTILE_MARKDOWN, ...MARKDOWN_PAYLOADS, ...HTML_PAYLOADS])(
    "is Markdown that loads nothing external: %s",
    (answer) => {
      // This parser is more lenient than the site's: it keeps HTML and resolves references.
      const post = cleanPostMarkdown(`Before\n\n${answer}`, 20_000);
      const html = marked.parse(post, { async: false });
      expect(html).not.toMatch(
        /<(?!\/?(?:p|em|strong|del|a|code|pre|br|hr|img|h\d|blockquote|[uo]l|li|table|thead|tbody|tr|t[hd])\b)\w/i,
      );
      for (const [, href = ""] of html.matchAll(/href="([^"]*)"/g)) {
        expect(href).toMatch(/^(https?:\/\/|mailto:)/);
      }
      for (const [, src = ""] of html.matchAll(/src="?([^"\s]*)/g)) {
        expect(src).toMatch(/^\/images\//);
      }
      expect(html).not.toMatch(/<[^>]*\son\w+\s*=/i);
      expect(html).toContain("Before");
      expect(findLinkProblem(post), "it can be saved as it is").toBeUndefined();
    },
  );

  it("replaces a bad link with its text", () => {
    expect(cleanPostMarkdown("[Press](javascript:ran()) [here](data:x)", 20_000)).toBe(
      "Press here",
    );
  });

  it("keeps the text after removed parts", () => {
    for (const answer of HOSTILE_MARKDOWN)
      expect(cleanPostMarkdown(`${answer}\n\nAfter`, 20_000)).toMatch(/After$/);
  });

  it("keeps allowed Markdown unchanged", () => {
    const post =
      "## Why boxes\n\nWe *pack* **boxes**:\n\n- [our page](https://example.org/a_(b))\n- <https://example.org>\n" +
      "- [mail](mailto:hello@example.org)\n\n> 5 < 6, and we <3 it\n\n![A box](/images/site/1)\n\n| a | b |\n| - | - |\n| 1 | 2 |";
    expect(cleanPostMarkdown(post, 20_000)).toBe(post);
    expect(cleanPostMarkdown(`\`\`\`markdown\n# The title\n\n${post}\n\`\`\``, 20_000)).toBe(post);
  });

  it("is cut to its field's length", () => {
    expect(cleanPostMarkdown("word ".repeat(10_000), 20_000).length).toBeLessThanOrEqual(20_000);
  });

  it("is cleaned in linear time even if the input is hostile", () => {
    const startedAt = performance.now();
    for (const part of ["[", "![a](", "<", "<!--", "[a](<", "<script", "((((", "**a", "] ("]) {
      cleanPostMarkdown(part.repeat(60_000 / part.length), 20_000);
      stripMarkdown(part.repeat(60_000 / part.length), 2000);
    }
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});
