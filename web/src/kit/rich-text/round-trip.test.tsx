import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
// Of the CommonMark specification 0.31 by John MacFarlane, CC BY-SA 4.0: those parts that posts know.
import examples from "./commonmark-examples.json" with { type: "json" };
import { meaningOf } from "./same-html.ts";
import { canHold, STORED } from "./text-format.ts";

const { read, write, shown } = STORED.markdown;

const seeded = [
  ...readFileSync("supabase/seed.sql", "utf8").matchAll(/\$md\$([\s\S]*?)\$md\$/g),
].map(([, post = ""]) => post);

/** What people write, and what machines write for them. */
const OURS = [
  "",
  "Plain text.\nIts lines stay.\n\nAnd its 2 * 3 signs, snake_case, 100 ~ 200, C:\\files\\new, 5 < 6 & 7.",
  "| Item | Cost |\n| :--- | ---: |\n| Socks \\| warm | **$5** |\n|  | `a \\| b` |\n| [link](/donate) | ![Box](/images/site/1) |",
  "Item | Cost\n--- | ---\nSocks | $5",
  "- [ ] open\n- [x] done",
  "- a\n  - b\n    1. c\n    2. d\n\n  still a\n- e",
  "1. one\n2. two\n   - under\n\n5) five",
  "- one\n\n* another list\n\n+ and a third",
  "> said\n> twice\n>\n> > and again\n>\n> - a\n> - b",
  "**bold *both* bold** and ***both*** and *thin **both***",
  '**Bold:** text, (**in parens**), "_quoted_" and in**side**d',
  "~~gone~~ and ~also~ but 100 ~ 200",
  "https://example.org/a_b_c?d=e&f, www.example.org and hello@example.org.",
  '<https://example.org/(x)> and [x](https://en.wikipedia.org/wiki/Box_(army) "A \\"title\\"")',
  "[**bold** link](/x) and **[link](/y)** and [`code`](/z)",
  "![Two \\[boxes\\]](/images/site/1)\n\nText ![in](/images/site/2) line",
  "![foreign](https://elsewhere.test/x.png) goes, [bad](javascript:alert(1)) too",
  "&amp; &#35; <b>HTML</b> <script>x</script> <!-- no --> stay",
  "\\# no heading\n\\- no list\n1\\. none\n\\> no quote\n\\*\\*no bold\\*\\*",
  "+1 (817) 555-0142\n-5 degrees\n#hashtag\n1.5 pounds",
  "A line  \nand one more\\\nand the last",
  "Heading\n===\n\nOther\n---\n\n[x]: https://example.org",
  "    indented\n\n\ttabbed",
  "````\n```\ninner\n```\n````\n\n~~~js\nconst a = `b`;\n\n~~~",
  "- ```\n  code\n  ```\n\n  after\n- > quote\n- | a | b |\n  | - | - |\n  | c | d |",
  "# One\n\n### Three #\n\n###### Six\n\n## *With* [marks](/x) `and` code",
  "Windows\r\nline **ends**\r\n\r\n- a\r\n- b",
  "Emoji 🎁**🎁 box**🎁 and “**quotes**” and **a**–**b**",
  "a\u00a0b, \u00a0 c and zero\u200bwidth",
  "***\n\n---\n\n___\n\n- - -",
];

describe("what stands in the editor is what is published", () => {
  test("ABLOG-04: 200 documents of CommonMark look on the site as before after a way through the editor", () => {
    expect(examples).toHaveLength(200);
    const changed = examples.filter(
      (text) => meaningOf(shown(write(read(text)))) !== meaningOf(shown(text)),
    );
    expect(changed).toEqual([]);
  }, 120_000);

  test("the demo content's posts", () => {
    expect(seeded.length).toBeGreaterThan(4);
    expect(seeded.filter((post) => !canHold(STORED.markdown, post))).toEqual([]);
  });

  test.each(OURS)("%j", (text) => {
    const written = write(read(text));
    expect(meaningOf(shown(written))).toBe(meaningOf(shown(text)));
    // Written once, it stays as it is.
    expect(write(read(written))).toBe(written);
  });
});

test("what the editor would change is noticed", () => {
  for (const text of ["``` ```\naaa", "` `\n`  `"]) {
    expect(canHold(STORED.markdown, text), text).toBe(false);
  }
});

test("legal texts: the tags that the site shows survive", () => {
  const html = `<h2>Terms</h2><p>One <b>two</b> <em>three</em> <u>four</u> <del>five</del><br>six</p><h3>A</h3><h4>B</h4>
<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><ol start="3"><li><p>d</p><p>e</p></li></ol><hr>
<blockquote><p>q</p></blockquote><pre><code>x = 1;\n</code></pre><p><code>y</code> <a href="mailto:a@example.org" title="Write">mail</a></p>
<table><thead><tr><th scope="col">h</th></tr></thead><tbody><tr><td align="right">c</td></tr></tbody></table>
<address>1 Main St<br>Town</address><p><img src="/images/site/1" alt="A box"></p>`;
  const stored = STORED.html;
  expect(meaningOf(stored.shown(stored.write(stored.read(html))))).toBe(meaningOf(html));
  expect(stored.write(stored.read(html))).toContain("<thead><tr><th");
  expect(stored.write(stored.read(html))).toContain("<li>a</li>");
});
