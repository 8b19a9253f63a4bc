import { findMarkdownProblem } from "../_shared/contracts/text-bounds.ts";
import { removeHiddenCharacters } from "../_shared/contracts/visible-text.ts";
import { isOwnPicture } from "../_shared/rules/stored-html.ts";

/**
 * Anyone may have influenced a model's output, so reduce it to what an administrator could have typed: plain text, or
 * the Markdown of posts.
 */

export const cleanLines = (text: string): string =>
  removeHiddenCharacters(text.replaceAll(/\r\n?/g, "\n"));

const NON_TEXT_ELEMENT =
  /<(script|style|iframe|template|svg|math|noscript|title)\b[^]*?<\/\1\s*>/gi;
/** Matches a tag, comment or declaration, even if it has no end; `<3` and `a < b` are text. */
const TAG = /<!--(?:[^]*?--!?>)?|<[/!?]?[a-z][^<>]*>?/gi;
/** Matches `<https://…>`, which Markdown turns into a link. */
const AUTOLINK = /^<(?:https?:\/\/|mailto:)[^\s<>]+>$/i;

/** An answer with more of them is no text, and it would take long to find what belongs together. */
const MAX_TAGS = 200;

/** Repeats until nothing matches, because removing a tag can form another: `<scr<b>ipt>`. */
function stripMarkup(text: string, isKept: (tag: string) => boolean = () => false): string {
  if (text.split("<", MAX_TAGS + 2).length > MAX_TAGS + 1) return text.replaceAll("<", "");
  const strippedText = text
    .replace(NON_TEXT_ELEMENT, "")
    .replace(TAG, (tag) => (isKept(tag) ? tag : ""));
  return strippedText === text ? text : stripMarkup(strippedText, isKept);
}

/** Removes the code fence that models like to wrap their output in. */
export const stripFence = (text: string): string =>
  /^```\w*\n([^]*?)\n?```$/.exec(text.trim())?.[1] ?? text.trim();

/** Removes the code fence. The answer is truncated first, because it may be very long. */
const unwrap = (answer: string, max: number): string =>
  cleanLines(stripFence(answer.slice(0, max)));

/** Truncates the text, at a word boundary if possible. */
function truncateAtWord(max: number, text: string): string {
  if (text.length <= max) return text;
  const prefix = text.slice(0, max);
  const lastSpace = prefix.search(/\s\S*$/);
  return (lastSpace > max / 2 ? prefix.slice(0, lastSpace) : prefix).toWellFormed().trimEnd();
}

export const stripMarkdown = (answer: string, max: number): string =>
  truncateAtWord(
    max,
    stripMarkup(unwrap(answer, max + 100))
      .replaceAll(/(\*\*|__)(?=\S)([^]*?\S)\1/g, "$2")
      .replaceAll(/^#{1,6}\s+/gm, "")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim(),
  );

/** Returns one line, without the quotation marks that models put around titles. */
export const toPlainLine = (answer: string, max: number): string =>
  stripMarkdown(answer, 4 * max)
    .replaceAll(/\s+/g, " ")
    .replace(/^(?:title:\s*)?["“'](.*)["”']$/i, "$1")
    .trim()
    .slice(0, max)
    .toWellFormed();

const LINK =
  /(!?)\[((?:\\.|[^[\]\\])*)\]\(\s*(?:<([^<>\n]*)>|((?:[^\s()]|\([^\s()]*\))*))[^()\n]*\)/g;
const SAFE_URL_PATTERN = /^(?:https?:\/\/|mailto:)[^\s<>"'`\\]+$/i;

/** `[1]: https://…`: the target of a reference link. */
const LINK_DEFINITION = /^ {0,3}\[[^\]\n]*\]:.*$/gm;

/**
 * Returns Markdown without HTML. Keeps only links to web pages and mailboxes, and only our own images. Returns nothing if
 * the answer isn't a text that could be saved.
 */
export function cleanPostMarkdown(answer: string, max: number): string {
  const markdown = unwrap(answer, max + 100);
  if (findMarkdownProblem(markdown) !== undefined) return "";
  const text = stripMarkup(markdown, (tag) => AUTOLINK.test(tag))
    .replaceAll(LINK, (_, bang: string, label: string, bracketedUrl = "", bareUrl = "") => {
      const url: string = bracketedUrl || bareUrl;
      if (bang !== "") return isOwnPicture(url) ? `![${label}](${url})` : "";
      return SAFE_URL_PATTERN.test(url) ? `[${label}](${url})` : label;
    })
    .replaceAll(LINK_DEFINITION, "")
    // Bare ftp:// text would become a link.
    .replaceAll(/\bftp:\/\//gi, "")
    // Break up anything that could still parse as a link of another kind.
    .replaceAll(/\](?=\()(?!\((?:https?:\/\/|mailto:|\/images\/))/gi, "] ")
    // The first heading is removed, because the title has its own field.
    .replace(/^#\s.*\n+/, "")
    .trim();
  return truncateAtWord(max, text);
}
