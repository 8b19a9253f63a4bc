/** Inline content: text with its marks, a line break, or a picture. */
type Run = readonly [kind: string, text: string];
type Part = Run | Block;
interface Block {
  readonly block: string;
  readonly parts: readonly Part[];
}

const MARKS: Readonly<Record<string, string>> = {
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
/** Elements without meaning of their own: header cells already mark the header row. */
const TRANSPARENT_TAGS = new Set(["THEAD", "TBODY", "SPAN"]);
const COMPARED_ATTRIBUTES = ["start", "align", "colspan", "rowspan", "scope", "href", "title"];

/** Decodes a URL, so percent-encoded and plain forms compare equal. */
const decodeUrl = (address: string): string => {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
};

const attributesOf = (element: Element): string =>
  COMPARED_ATTRIBUTES.map((name) => [name, element.getAttribute(name)] as const)
    .filter(([name, value]) => value !== null && !(name === "start" && value === "1"))
    .map(([name, value]) => ` ${name}=${name === "href" ? decodeUrl(value ?? "") : value}`)
    .join("");

const isMark = (element: Element) =>
  element.nodeName in MARKS && !(element.nodeName === "CODE" && element.closest("pre"));

/** Ignores links without a URL. */
const markOf = (element: Element): readonly string[] => {
  const isLinkWithoutUrl = element.nodeName === "A" && !element.getAttribute("href");
  return isLinkWithoutUrl ? [] : [(MARKS[element.nodeName] ?? "") + attributesOf(element)];
};

const collect = (node: Node, marks: readonly string[], isCode: boolean, parts: Part[]): void => {
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) {
      const text = child.textContent ?? "";
      parts.push([[...marks].sort().join("+"), isCode ? text : text.replace(/[ \t\r\n]+/g, " ")]);
    } else if (child instanceof Element) {
      collectElement(child, marks, isCode, parts);
    }
  }
};

const collectElement = (
  element: Element,
  marks: readonly string[],
  isCode: boolean,
  parts: Part[],
): void => {
  const { nodeName } = element;
  if (nodeName === "BR") parts.push(["br", ""]);
  else if (nodeName === "IMG") {
    const picture = `${element.getAttribute("src")} ${element.getAttribute("alt") ?? ""}`;
    parts.push([`img ${[...marks].sort().join("+")}`, picture]);
  } else if (isMark(element)) {
    collect(element, [...new Set([...marks, ...markOf(element)])], isCode, parts);
  } else if (TRANSPARENT_TAGS.has(nodeName) || isCode) collect(element, marks, isCode, parts);
  else {
    const innerParts: Part[] = [];
    collect(element, [], nodeName === "PRE", innerParts);
    const tidiedParts = tidyParts(innerParts, nodeName === "PRE");
    const isEmptyText = tidiedParts.length === 0 && /^(P|H\d)$/.test(nodeName);
    const block = nodeName.toLowerCase() + attributesOf(element);
    if (!isEmptyText) parts.push({ block, parts: tidiedParts });
  }
};

const isText = (part: Part | undefined): part is Run =>
  part !== undefined && !("block" in part) && part[0] !== "br" && !part[0].startsWith("img ");

const mergeText = (parts: readonly Part[]): Part[] => {
  const runs: Part[] = [];
  for (const part of parts) {
    const lastRun = runs.at(-1);
    if (isText(part) && isText(lastRun) && lastRun[0] === part[0]) {
      runs[runs.length - 1] = [lastRun[0], lastRun[1] + part[1]];
    } else if (!isText(part) || part[1] !== "") runs.push(part);
  }
  return runs;
};

/** Collapses spaces as browsers do and drops them at the edges of lines. */
const tidyParts = (parts: readonly Part[], isCode: boolean): Part[] => {
  if (isCode) {
    return mergeText(
      mergeText(parts).map((part) => (isText(part) ? [part[0], part[1].replace(/\n$/, "")] : part)),
    );
  }
  let isSpaced = true;
  const collapsedParts: Part[] = [];
  for (const part of mergeText(parts)) {
    if (isText(part)) {
      const text: string = (isSpaced ? part[1].replace(/^ +/, "") : part[1]).replace(/ {2,}/g, " ");
      // Attribute a collapsed space to the text before it, so both forms compare equal.
      if (text !== "") isSpaced = text.endsWith(" ");
      if (text !== "") collapsedParts.push([part[0], text]);
    } else {
      isSpaced = "block" in part || part[0] === "br";
      collapsedParts.push(part);
    }
  }
  const trimmedParts = collapsedParts.map((part, index): Part => {
    const nextPart = collapsedParts[index + 1];
    const endsLine = nextPart === undefined || "block" in nextPart || nextPart[0] === "br";
    return isText(part) && endsLine ? [part[0], part[1].trimEnd()] : part;
  });
  return mergeText(unmarkEdgeSpaces(trimmedParts));
};

/** Removes marks from spaces at the edges of a run, where they are invisible. */
const unmarkEdgeSpaces = (parts: readonly Part[]): Part[] =>
  parts.flatMap((part): Part[] => {
    if (!isText(part) || part[0] === "" || /\b(?:code|a|u)\b/.test(part[0])) return [part];
    const text = part[1].trim();
    const [before = "", after = ""] = text === "" ? [part[1]] : part[1].split(text);
    return [
      ["", before],
      [part[0], text],
      ["", after],
    ];
  });

const parseBody = (html: string): Element =>
  new DOMParser().parseFromString(`<body>${html}</body>`, "text/html").body;

const meaningOfElement = (root: Element): string => {
  const parts: Part[] = [];
  collect(root, [], false, parts);
  return JSON.stringify(tidyParts(parts, false));
};

/**
 * Returns a canonical form of the HTML that ignores invisible differences: order of marks, spaces at edges, and empty
 * paragraphs.
 */
export const meaningOf = (html: string | Element): string =>
  meaningOfElement(typeof html === "string" ? parseBody(html) : html);
