import { stripMarkdown, cleanPostMarkdown } from "../../functions/ai/clean-answer.ts";
import {
  findHtmlProblem,
  findMarkdownProblem,
} from "../../functions/_shared/contracts/text-bounds.ts";
import { cleanStoredHtml } from "../../functions/_shared/html/clean-stored-html.ts";
import { inlineStyles } from "../../functions/_shared/html/inline-styles.ts";
import { findLinkProblem } from "../../functions/_shared/html/refused-links.ts";
import { findTemplateProblem } from "../../functions/_shared/mail/sample-mail.ts";
import { toPlainText } from "../../functions/_shared/mail/to-plain-text.ts";
import {
  createTextExcerpt,
  estimateReadingMinutes,
} from "../../functions/_shared/rules/excerpts.ts";
import { decodeEntities } from "../../functions/_shared/rules/html-entities.ts";
import { buildFeed } from "../../../web/prerender/feed-and-sitemap.ts";
import { renderMarkdownHtml } from "../../../web/src/ui/render-markdown.ts";

/** The maximum time of a text twice as long, and the maximum time compared with plain text of the same length. */
const MAX_GROWTH = 2.5;
const MAX_RATIO = 10;
const LENGTH = 50_000;
const PARAGRAPH_LENGTH = 5000;
const ROUNDS = 5;
/** Shorter times vary too much to compare. */
const MIN_MS = 20;

/** Repeated patterns that are slow to parse in some program, up to the bounds of a paragraph. */
const markdownPumps = [
  "*a_",
  "*a ",
  "a* ",
  "*a* ",
  "_a ",
  "_a_ ",
  "**a ",
  "**a** ",
  "***a** ",
  "*_a",
  "*_",
  "**a*",
  "~a ",
  "~~a ",
  "[",
  "[a",
  "[a](",
  "[a](<b",
  "[a](/b) ",
  "![a",
  "!",
  "`a ",
  "``a `",
  "\\",
  "<a",
  "<http:",
  "a@b ",
  "www.a ",
  "http://a ",
  "&amp;",
  "> ",
  "- ",
  "1. ",
  "- a\n",
  "- [ ] a\n",
  "# ",
  "|a",
  "a  \n",
  "a\n=\n",
  "\u{a0}*a",
  "```\n",
  "(",
];
const htmlPumps = [
  "<b>",
  "<b>a</b>",
  "</b>",
  "<b></i>",
  "<p>",
  "<p></i>",
  "<p>a</p>",
  "<div>",
  "<li>",
  "<ul><li>",
  "<table>",
  "<td>",
  "<tr><td>a",
  "<br>",
  "<a href=x>",
  "<a href='/x'>a</a>",
  "<a ",
  '<a b="',
  "<a b='",
  "<a b=c ",
  "<",
  "<<",
  "<!--",
  "<!---->",
  "<!-",
  "<![CDATA[",
  "<?",
  "</",
  "</a ",
  "<script>",
  "<style>a",
  "<title>",
  "<textarea>",
  "<svg>",
  '<img src="/images/x">',
  '<p style="color:red">',
  "<span class=a>",
  "&amp;",
  "&#x26;",
  "&",
  "{{a}}",
  "{{",
];

const POST: Parameters<typeof buildFeed>[0]["posts"][number] = {
  id: "5ce4e000-0000-4000-8000-000000000031",
  title: "News",
  content: "",
  imageUrl: null,
  imageAlt: null,
  createdAt: "2026-11-01T12:00:00Z",
  publishedAt: "2026-11-01T12:00:00Z",
  updatedAt: "2026-11-01T12:00:00Z",
  slug: null,
  tags: [],
  searchTitle: null,
  searchDescription: null,
};

const createFeed = (content: string): string =>
  buildFeed({
    site: "https://www.example.org",
    organizationName: "Lamplight",
    posts: [{ ...POST, content }],
  });

/** Everything that reads Markdown or HTML. */
const renderers: readonly {
  readonly name: string;
  readonly pumps: readonly string[];
  readonly findProblem: (text: string) => string | undefined;
  readonly render: (text: string) => unknown;
}[] = [
  ...Object.entries({
    "page of a post": (text: string) => renderMarkdownHtml(text, 2),
    "check of its links": findLinkProblem,
    "reading time": estimateReadingMinutes,
    excerpt: (text: string) => createTextExcerpt(text, 400),
    feed: createFeed,
    "an AI's post": (text: string) => cleanPostMarkdown(text, text.length),
    "bounds of Markdown": findMarkdownProblem,
  }).map(([name, render]) => ({
    name,
    render,
    pumps: markdownPumps,
    findProblem: findMarkdownProblem,
  })),
  ...Object.entries({
    "legal document": (text: string) => cleanStoredHtml(text, "text"),
    "email template": (text: string) => cleanStoredHtml(text, "mail"),
    "styles of an email": (text: string) => inlineStyles(cleanStoredHtml(text, "mail")),
    email: (htmlContent: string) =>
      findTemplateProblem("News", {
        subject: "News",
        htmlContent: cleanStoredHtml(htmlContent, "mail"),
      }),
    "email as plain text": (text: string) => toPlainText(cleanStoredHtml(text, "mail")),
    "an imported cell": (text: string) => decodeEntities(text),
    "an AI's description": (text: string) => stripMarkdown(text.slice(0, 2000), 2000),
    "bounds of HTML": findHtmlProblem,
  }).map(([name, render]) => ({ name, render, pumps: htmlPumps, findProblem: findHtmlProblem })),
];

const WORD = "word ";

type FindProblem = (text: string) => string | undefined;

/** Returns the largest count up to `max` with which a text can still be saved. */
function findLargest(max: number, create: (count: number) => string, findProblem: FindProblem) {
  let [allowed, refused] = [0, max + 1];
  while (refused - allowed > 1) {
    const count = Math.floor((allowed + refused) / 2);
    if (findProblem(create(count)) === undefined) allowed = count;
    else refused = count;
  }
  return create(allowed);
}

const fillWithWords = (text: string, length: number): string =>
  text + WORD.repeat(Math.max(0, Math.floor((length - text.length) / WORD.length)));

/** Repeats the pattern as often as a text may, in paragraphs as long as they may be. */
function createText(pump: string, length: number, findProblem: FindProblem): string {
  const pumped = findLargest(
    Math.floor(PARAGRAPH_LENGTH / pump.length),
    (count) => pump.repeat(count),
    findProblem,
  );
  const paragraph = `${fillWithWords(pumped, PARAGRAPH_LENGTH)}\n\n`;
  const plainParagraph = `${fillWithWords("", PARAGRAPH_LENGTH)}\n\n`;
  const paragraphs = Math.floor(length / PARAGRAPH_LENGTH);
  return findLargest(
    paragraphs,
    (count) => paragraph.repeat(count) + plainParagraph.repeat(paragraphs - count),
    findProblem,
  );
}

/** Returns the shortest processor time of a few rounds, because other processes only make it longer. */
function measure(render: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const usage = process.cpuUsage();
    render();
    const { user, system } = process.cpuUsage(usage);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

/**
 * Measures whether any text that can be saved takes long to show (threat 67): for each renderer, the pattern that grows
 * most and the one that takes longest.
 */
export function benchTexts(): void {
  console.log(
    `\nTexts: twice the length takes at most ${MAX_GROWTH} times as long, and at most ${MAX_RATIO} times as long as plain text.`,
  );
  for (const { name, pumps, findProblem, render } of renderers) {
    const plainText = createText(WORD, 2 * LENGTH, findProblem);
    render(plainText);
    // Measured again next to each pattern, because other processes slow this one down by turns.
    const measurePlain = () =>
      Math.max(
        measure(() => render(plainText)),
        0.1,
      );
    const rows = pumps.map((pump) => {
      const text = createText(pump, LENGTH, findProblem);
      const longText = createText(pump, 2 * LENGTH, findProblem);
      const halfMs = measure(() => render(text));
      const ms = measure(() => render(longText));
      const plainMs = measurePlain();
      return {
        pump,
        ms,
        plainMs,
        growth: ms < MIN_MS ? 0 : ms / halfMs,
        ratio: ms < MIN_MS ? 0 : ms / plainMs,
      };
    });
    const fastestGrowth = rows.toSorted((a, b) => b.growth - a.growth)[0]!;
    const slowest = rows.toSorted((a, b) => b.ratio - a.ratio)[0]!;
    console.log(
      `${name.padEnd(22)} plain ${slowest.plainMs.toFixed(1)} ms, slowest ${slowest.ms.toFixed(1)} ms = ${slowest.ratio.toFixed(1)} × (${JSON.stringify(slowest.pump)})${slowest.ratio > MAX_RATIO ? "!" : ""}, growth ${fastestGrowth.growth.toFixed(1)} (${JSON.stringify(fastestGrowth.pump)})${fastestGrowth.growth > MAX_GROWTH ? "!" : ""}`,
    );
  }
}
