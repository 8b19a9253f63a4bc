import { builtInTemplates } from "../functions/_shared/rules/built-in-templates.ts";

/**
 * Texts with `count` letters, marks or levels; the last count that is allowed, and which bound the next ones exceed. The
 * contract and the tables check them.
 */
interface BoundedText {
  readonly name: string;
  readonly create: (count: number) => string;
  readonly last: number;
  readonly bound: "characters" | "marks" | "levels" | "This text";
}

const markdownCases: readonly (readonly [
  string,
  BoundedText["create"],
  number,
  BoundedText["bound"],
])[] = [
  ["letters in a line", (count) => "x".repeat(count), 5000, "characters"],
  [
    "letters in a list's item",
    (count) => `- a\n- ${"x".repeat(count - 2)}\n- b`,
    5000,
    "characters",
  ],
  ["letters in a quote", (count) => `> ${"x".repeat(count - 2)}`, 5000, "characters"],
  ["delimiter runs", (count) => "*a_".repeat(count / 2), 198, "marks"],
  ["brackets", (count) => "[a] ".repeat(count / 2), 198, "marks"],
  ["backticks", (count) => "`a ".repeat(count), 199, "marks"],
  ["exclamation marks", (count) => "!!!a".repeat(count), 199, "marks"],
  ["long delimiter runs", (count) => "***a ".repeat(count / 2), 198, "marks"],
  ["line breaks", (count) => "a\n".repeat(count), 200, "marks"],
  ["numbers that aren't a list", (count) => `a\n${"2. *a*\n".repeat(count / 3)}`, 198, "marks"],
  [
    "indented lines that aren't a list",
    (count) => `a\n${"    - *a\n".repeat(count / 2)}`,
    198,
    "marks",
  ],
  ["rows that aren't a table", (count) => "|a\n".repeat(count / 2), 200, "marks"],
  ["quotes", (count) => `${"> ".repeat(count)}a`, 20, "levels"],
  ["quotes without spaces", (count) => `${">".repeat(count)}a`, 20, "levels"],
  ["lists on a line", (count) => `${"- ".repeat(count)}a`, 20, "levels"],
  ["numbered lists on a line", (count) => `${"1. ".repeat(count)}a`, 20, "levels"],
  [
    "indented lists",
    (count) =>
      Array.from({ length: count }, (_, level) => `${" ".repeat(2 * level)}- a`).join("\n"),
    20,
    "levels",
  ],
  [
    "bold and italics",
    (count) => `${"**a *b ".repeat(count / 2)}${"c* d** ".repeat(count / 2)}`,
    20,
    "levels",
  ],
  ["brackets in brackets", (count) => "[".repeat(count) + "]".repeat(count), 20, "levels"],
  [
    "brackets on lines of a list's item",
    (count) => `- a\n- b\n${"[\n".repeat(count)}${"]\n".repeat(count)}\n- c`,
    20,
    "levels",
  ],
  ["marks in all", (count) => `${"*a*\n\n".repeat((count - 1) / 3)}a`, 2000, "This text"],
];

const htmlCases: typeof markdownCases = [
  ["letters", (count) => `<p>${"x".repeat(count)}</p>`, 5000, "characters"],
  ["letters of plain text", (count) => `a\n\n${"x".repeat(count)}`, 5000, "characters"],
  ["tags", (count) => `<p>${"<b>a</b>".repeat(count / 2)}</p>`, 200, "marks"],
  ["line breaks", (count) => `<p>${"a<br>".repeat(count)}</p>`, 200, "marks"],
  ["attributes", (count) => `<p>${'<b class="a">a</b>'.repeat(count / 3)}</p>`, 198, "marks"],
  ["signs that aren't tags", (count) => "< ".repeat(count), 200, "marks"],
  ["character references", (count) => "&amp;".repeat(count), 200, "marks"],
  ["elements", (count) => "<b>".repeat(count), 20, "levels"],
  ["elements in upper case", (count) => "<DIV>".repeat(count), 20, "levels"],
  ["elements with other end tags", (count) => "<b></i>".repeat(count), 20, "levels"],
  ["end tags in attributes", (count) => '<b title="</b>">'.repeat(count), 20, "levels"],
  ["end tags in comments", (count) => "<b><!--</b>-->".repeat(count), 19, "levels"],
  ["end tags in a title", (count) => "<b><title></b></title>".repeat(count / 2), 20, "levels"],
  ["unclosed tags", (count) => "<b ".repeat(count), 20, "levels"],
  ["tags in all", (count) => "<p>a</p>".repeat(count / 2), 2000, "This text"],
  ["attributes in all", (count) => '<p class="a">a</p>'.repeat(count / 3), 1998, "This text"],
];

const toBoundedTexts = (cases: typeof markdownCases): readonly BoundedText[] =>
  cases.map(([name, create, last, bound]) => ({ name, create, last, bound }));

export const boundedMarkdown = toBoundedTexts(markdownCases);
export const boundedHtml = toBoundedTexts(htmlCases);

/** Returns the shortest text that is longer than the last one allowed. */
export function createNext(create: BoundedText["create"], last: number): string {
  const lastText = create(last);
  let count = last + 1;
  while (create(count) === lastText) count += 1;
  return create(count);
}

const words = "word ".repeat(50);
/** Long texts that people write. */
export const longMarkdown = [
  `${words}\n\n`.repeat(300),
  "- **Ann:** bring a [list](/list)\n".repeat(300),
  "1. **Ann** brings\n2. **Ben** takes\n".repeat(150),
  `| Name | Day |\n| --- | --- |\n${"| **Ann** | Monday |\n".repeat(300)}`,
  `${"  ".repeat(9)}- ten levels`,
  "Thanks!!! ".repeat(100),
];

export const longHtml = [
  `<ul>${"<li>a".repeat(300)}</ul>`,
  `<table>${"<tr><td>a<td>b".repeat(300)}</table>`,
  "<p>5 < 6 &amp; 7 <3</p>".repeat(300),
  "<!-- a comment --><hr><img src='/images/x'><br>".repeat(60),
  ...Object.values(builtInTemplates).map(({ htmlContent }) => htmlContent),
];
