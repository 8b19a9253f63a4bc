/** Inline content: text with its marks, a line break or a picture. */
type TextRun = readonly [kind: string, text: string];
type Content = TextRun | Block;
interface Block {
  readonly block: string;
  readonly contents: readonly Content[];
}

const MARK_NAMES: Readonly<Record<string, string>> = {
  STRONG: "strong",
  B: "strong",
  EM: "em",
  I: "em",
  DEL: "del",
  S: "del",
  U: "u",
  CODE: "code",
  A: "a",
};
/** Elements that have no meaning unless they have attributes. The header cells alone show which row is the header. */
const TRANSPARENT_TAGS = new Set(["THEAD", "TBODY", "SPAN"]);
const COMPARED_ATTRIBUTES = [
  "start",
  "align",
  "valign",
  "colspan",
  "rowspan",
  "scope",
  "href",
  "title",
  "class",
  "style",
  "role",
  "width",
];

/** Decodes a URL, so that URLs with and without percent encoding count as equal. */
const decodeUrl = (url: string): string => {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
};

const formatAttributes = (element: Element): string =>
  COMPARED_ATTRIBUTES.map((name) => [name, element.getAttribute(name)] as const)
    .filter(([name, value]) => value !== null && !(name === "start" && value === "1"))
    .map(([name, value]) => ` ${name}=${name === "href" ? decodeUrl(value ?? "") : value}`)
    .join("");

const isMark = (element: Element) =>
  element.nodeName in MARK_NAMES && !(element.nodeName === "CODE" && element.closest("pre"));

const isTransparent = (element: Element) =>
  TRANSPARENT_TAGS.has(element.nodeName) && formatAttributes(element) === "";

/** Ignores link elements that don't have a URL. */
const getMark = (element: Element): readonly string[] => {
  const isLinkWithoutUrl = element.nodeName === "A" && !element.getAttribute("href");
  return isLinkWithoutUrl ? [] : [(MARK_NAMES[element.nodeName] ?? "") + formatAttributes(element)];
};

const collectContents = (
  node: Node,
  marks: readonly string[],
  isCode: boolean,
  contents: Content[],
): void => {
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) {
      const text = child.textContent ?? "";
      contents.push([
        [...marks].sort().join("+"),
        isCode ? text : text.replace(/[ \t\r\n]+/g, " "),
      ]);
    } else if (child instanceof Element) {
      collectElement(child, marks, isCode, contents);
    }
  }
};

const collectElement = (
  element: Element,
  marks: readonly string[],
  isCode: boolean,
  contents: Content[],
): void => {
  const { nodeName } = element;
  if (nodeName === "BR") contents.push(["br", ""]);
  else if (nodeName === "IMG") {
    const pictureText = `${element.getAttribute("src")} ${element.getAttribute("alt") ?? ""}${formatAttributes(element)}`;
    contents.push([`img ${[...marks].sort().join("+")}`, pictureText]);
  } else if (isMark(element)) {
    collectContents(element, [...new Set([...marks, ...getMark(element)])], isCode, contents);
  } else if (isTransparent(element) || isCode) collectContents(element, marks, isCode, contents);
  else {
    const innerContents: Content[] = [];
    collectContents(element, [], nodeName === "PRE", innerContents);
    const tidyInnerContents = tidyContents(innerContents, nodeName === "PRE");
    const isEmptyText = tidyInnerContents.length === 0 && /^(P|H\d)$/.test(nodeName);
    const block = nodeName.toLowerCase() + formatAttributes(element);
    if (!isEmptyText) contents.push({ block, contents: tidyInnerContents });
  }
};

const isText = (content: Content | undefined): content is TextRun =>
  content !== undefined &&
  !("block" in content) &&
  content[0] !== "br" &&
  !content[0].startsWith("img ");

const mergeText = (contents: readonly Content[]): Content[] => {
  const runs: Content[] = [];
  for (const content of contents) {
    const lastRun = runs.at(-1);
    if (isText(content) && isText(lastRun) && lastRun[0] === content[0]) {
      runs[runs.length - 1] = [lastRun[0], lastRun[1] + content[1]];
    } else if (!isText(content) || content[1] !== "") runs.push(content);
  }
  return runs;
};

/** Collapses spaces as browsers do, and removes them at the start and end of lines. */
const tidyContents = (contents: readonly Content[], isCode: boolean): Content[] => {
  if (isCode) {
    return mergeText(
      mergeText(contents).map((content) =>
        isText(content) ? [content[0], content[1].replace(/\n$/, "")] : content,
      ),
    );
  }
  let endsWithSpace = true;
  const collapsedContents: Content[] = [];
  for (const content of mergeText(contents)) {
    if (isText(content)) {
      const text: string = (endsWithSpace ? content[1].replace(/^ +/, "") : content[1]).replace(
        / {2,}/g,
        " ",
      );
      // Treat a collapsed space as part of the text before it, so that both forms count as equal.
      if (text !== "") endsWithSpace = text.endsWith(" ");
      if (text !== "") collapsedContents.push([content[0], text]);
    } else {
      endsWithSpace = "block" in content || content[0] === "br";
      collapsedContents.push(content);
    }
  }
  const trimmedContents = collapsedContents.map((content, index): Content => {
    const nextContent = collapsedContents[index + 1];
    const endsLine = nextContent === undefined || "block" in nextContent || nextContent[0] === "br";
    return isText(content) && endsLine ? [content[0], content[1].trimEnd()] : content;
  });
  return mergeText(unmarkEdgeSpaces(trimmedContents));
};

/** Removes marks from spaces at the start and end of marked text, where they are invisible. */
const unmarkEdgeSpaces = (contents: readonly Content[]): Content[] =>
  contents.flatMap((content): Content[] => {
    if (!isText(content) || content[0] === "" || /\b(?:code|a|u)\b/.test(content[0]))
      return [content];
    const text = content[1].trim();
    const [before = "", after = ""] = text === "" ? [content[1]] : content[1].split(text);
    return [
      ["", before],
      [content[0], text],
      ["", after],
    ];
  });

const parseBody = (html: string): Element =>
  new DOMParser().parseFromString(`<body>${html}</body>`, "text/html").body;

const normalizeElement = (root: Element): string => {
  const contents: Content[] = [];
  collectContents(root, [], false, contents);
  return JSON.stringify(tidyContents(contents, false));
};

/**
 * Returns HTML in a standard form without differences that users can't see: order of marks, spaces at the start and end
 * of lines, and empty paragraphs.
 */
export const normalizeHtml = (html: string | Element): string =>
  normalizeElement(typeof html === "string" ? parseBody(html) : html);
