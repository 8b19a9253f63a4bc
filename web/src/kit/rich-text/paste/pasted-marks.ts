import { unwrap } from "../elements.ts";
import { CHIP_SELECTOR } from "../placeholder-chip.ts";

/** What an element's style or name says about the text in it: that it has the mark, that it doesn't, or nothing. */
type Reader = (element: HTMLElement) => boolean | undefined;

const BOLD_WEIGHT = 600;
const isBold: Reader = ({ style: { fontWeight }, nodeName }) => {
  if (/^(?:B|STRONG)$/.test(nodeName) && fontWeight === "") return true;
  if (fontWeight === "" || fontWeight === "inherit") return undefined;
  return fontWeight.startsWith("bold") || Number(fontWeight) >= BOLD_WEIGHT;
};

const isItalic: Reader = ({ style: { fontStyle }, nodeName }) => {
  if (/^(?:I|EM)$/.test(nodeName) && fontStyle === "") return true;
  if (fontStyle === "" || fontStyle === "inherit") return undefined;
  return /^(?:italic|oblique)/.test(fontStyle);
};

/** Unlike weights, lines are drawn through everything in the element, so nothing in it can take them back. */
const hasLine = ({ style }: HTMLElement, line: "line-through" | "underline"): true | undefined =>
  `${style.textDecorationLine} ${style.textDecoration}`.includes(line) || undefined;

const isStruck: Reader = (element) =>
  /^(?:S|STRIKE|DEL)$/.test(element.nodeName) || hasLine(element, "line-through");
const isUnderlined: Reader = (element) => {
  if (element.nodeName === "A") return false;
  return element.nodeName === "U" || hasLine(element, "underline");
};

const MARKS: readonly (readonly [name: string, read: Reader])[] = [
  ["strong", isBold],
  ["em", isItalic],
  ["del", isStruck],
  ["u", isUnderlined],
];
const MARK_ELEMENTS = "b, strong, i, em, s, strike, del, u";

const hasMark = (text: Text, read: Reader): boolean => {
  // Headings are bold anyway.
  if (read === isBold && text.parentElement?.closest("h1, h2, h3, h4, h5, h6, th")) return false;
  for (let element = text.parentElement; element; element = element.parentElement) {
    const answer = read(element);
    if (answer !== undefined) return answer;
  }
  return false;
};

/**
 * Replaces elements and styles for bold, italic, underlined and struck text by elements around each text. Programs nest
 * them in ways in which only the innermost counts: Google Docs, for example, wraps everything in a `<b>` of normal
 * weight.
 */
export const convertMarks = (page: Document): void => {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const markedTexts: (readonly [text: Text, names: readonly string[]])[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.parentElement?.closest("pre")) continue;
    const names = MARKS.filter(([, read]) => hasMark(text, read)).map(([name]) => name);
    if (names.length > 0) markedTexts.push([text, names]);
  }
  for (const element of page.querySelectorAll(MARK_ELEMENTS)) unwrap(element);
  for (const [text, names] of markedTexts) {
    const content = text.parentElement?.closest(CHIP_SELECTOR) ?? text;
    for (const name of names) {
      const mark = page.createElement(name);
      content.replaceWith(mark);
      mark.append(content);
    }
  }
};
