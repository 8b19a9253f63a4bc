import { isOwnPicture } from "../_shared/rules/stored-html.ts";

/**
 * What a model sends is what anybody may have put into it, so it is made into what an administrator could have typed:
 * plain text, or Markdown as posts have it.
 */

/** Characters that steer a terminal, or the direction of what follows. */
const CONTROLS = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;
/** What HTML and Markdown read as a character: `&#8238;`, `&#x202E`, `&rlm;`. */
const REFERENCE = /&(?:#(\d+)|#x([\da-f]+)|(?:lrm|rlm)(?=;));?/gi;

function namesControl(decimal: string | undefined, hex: string | undefined): boolean {
  if (decimal === undefined && hex === undefined) return true;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code <= 0x10_ffff && String.fromCodePoint(code).replaceAll(CONTROLS, "") === "";
}

/** A space in place of a reference, so that nothing around it becomes another one. */
export const withoutControls = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll(CONTROLS, "")
    .replaceAll(REFERENCE, (reference, decimal?: string, hex?: string) =>
      namesControl(decimal, hex) ? " " : reference,
    );

const LOUD_ELEMENT = /<(script|style|iframe|template|svg|math|noscript|title)\b[^]*?<\/\1\s*>/gi;
/** A tag, a comment or a declaration, also one that never ends; `<3` and `a < b` are text. */
const TAG = /<!--(?:[^]*?--!?>)?|<[/!?]?[a-z][^<>]*>?/gi;
/** `<https://…>` is a link. */
const AUTOLINK = /^<(?:https?:\/\/|mailto:)[^\s<>]+>$/i;

/** Until nothing is left to find: `<scr<b>ipt>` becomes a tag by losing one. */
function withoutMarkup(text: string, isKept: (tag: string) => boolean = () => false): string {
  const next = text.replace(LOUD_ELEMENT, "").replace(TAG, (tag) => (isKept(tag) ? tag : ""));
  return next === text ? text : withoutMarkup(next, isKept);
}

/** Models like to wrap what they were asked for. */
export const withoutFence = (text: string): string =>
  /^```\w*\n([^]*?)\n?```$/.exec(text.trim())?.[1] ?? text.trim();

/** Nothing is looked through that would not fit: what is sent back may be of any length. */
const opened = (answer: string, max: number): string =>
  withoutControls(withoutFence(answer.slice(0, max)));

/** So much of it as fits, whole words where there are some. */
function upTo(max: number, text: string): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  const lastSpace = cut.search(/\s\S*$/);
  return (lastSpace > max / 2 ? cut.slice(0, lastSpace) : cut).toWellFormed().trimEnd();
}

export const plainText = (answer: string, max: number): string =>
  upTo(
    max,
    withoutMarkup(opened(answer, max + 100))
      .replaceAll(/(\*\*|__)(?=\S)([^]*?\S)\1/g, "$2")
      .replaceAll(/^#{1,6}\s+/gm, "")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim(),
  );

/** One line, without the quotation marks that models put around a title. */
export const plainLine = (answer: string, max: number): string =>
  plainText(answer, 4 * max)
    .replaceAll(/\s+/g, " ")
    .replace(/^(?:title:\s*)?["“'](.*)["”']$/i, "$1")
    .trim()
    .slice(0, max)
    .toWellFormed();

const LINK =
  /(!?)\[((?:\\.|[^[\]\\])*)\]\(\s*(?:<([^<>\n]*)>|((?:[^\s()]|\([^\s()]*\))*))[^()\n]*\)/g;
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:)[^\s<>"'`\\]+$/i;

/** `[1]: https://…`: what a link elsewhere in the text leads to. */
const DEFINITION = /^ {0,3}\[[^\]\n]*\]:.*$/gm;

/** Markdown without HTML; links lead to pages and mailboxes, pictures are ours or none. */
export function postMarkdown(answer: string, max: number): string {
  const text = withoutMarkup(opened(answer, max + 100), (tag) => AUTOLINK.test(tag))
    .replaceAll(LINK, (_, bang: string, label: string, quoted = "", bare = "") => {
      const address: string = quoted || bare;
      if (bang !== "") return isOwnPicture(address) ? `![${label}](${address})` : "";
      return SAFE_ADDRESS.test(address) ? `[${label}](${address})` : label;
    })
    .replaceAll(DEFINITION, "")
    // Becomes a link without any sign around it.
    .replaceAll(/\bftp:\/\//gi, "")
    // What is still no link that we know shall be none to whoever reads it.
    .replaceAll(/\](?=\()(?!\((?:https?:\/\/|mailto:|\/images\/))/gi, "] ")
    // A post's title is not part of it.
    .replace(/^#\s.*\n+/, "")
    .trim();
  return upTo(max, text);
}
