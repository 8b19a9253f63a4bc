import { renameElement, unwrap } from "./elements.ts";

/** Returns the path if the URL belongs to one of our own pictures, even if it was copied with its domain. */
const getOwnPicturePath = (src: string): string | null => {
  if (src.startsWith("/images/")) return src;
  const ownPrefix = `${window.location.origin}/images/`;
  return src.startsWith(ownPrefix) ? src.slice(window.location.origin.length) : null;
};

const getStyle = (element: Element): string => element.getAttribute("style") ?? "";

/** Word writes list items as paragraphs and puts their level in a style: `mso-list:l0 level2 lfo1`. */
const getLevel = (element: Element): number =>
  Number(/mso-list:[^;]*level(\d)/i.exec(getStyle(element))?.[1] ?? 0);

const getListId = (element: Element): string =>
  /mso-list:\s*(l\d+)/i.exec(getStyle(element))?.[1] ?? "";

const isNumbered = (item: Element): boolean =>
  /^\s*(?:\d+|[a-z]{1,3})[.)]/i.test(
    item.querySelector('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]')
      ?.textContent ?? "",
  );

/** Turns the paragraphs of a Word list, starting with `firstParagraph`, into a list element. */
const convertWordList = (firstParagraph: Element): void => {
  const page = firstParagraph.ownerDocument;
  const openLists: { readonly level: number; readonly list: Element }[] = [];
  const id = getListId(firstParagraph);
  let item: Element | null = firstParagraph;
  const container = page.createElement("div");
  firstParagraph.before(container);
  while (item && getLevel(item) > 0 && getListId(item) === id) {
    const level = getLevel(item);
    const nextItem: Element | null = item.nextElementSibling;
    while ((openLists.at(-1)?.level ?? 0) > level) openLists.pop();
    if ((openLists.at(-1)?.level ?? 0) < level) {
      const list = page.createElement(isNumbered(item) ? "ol" : "ul");
      (openLists.at(-1)?.list.lastElementChild ?? container).append(list);
      openLists.push({ level, list });
    }
    for (const styledElement of item.querySelectorAll("[style]")) {
      if (/mso-list:\s*ignore/i.test(getStyle(styledElement))) styledElement.remove();
    }
    const listItem = page.createElement("li");
    listItem.append(...item.childNodes);
    openLists.at(-1)?.list.append(listItem);
    item.remove();
    item = nextItem;
  }
  unwrap(container);
};

const removeComments = (page: Document): void => {
  const walker = page.createTreeWalker(page, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
};

/** Turns styles for bold, italic and strikethrough into elements. All other styles are removed. */
const convertStyles = (page: Document): void => {
  // Google Docs wraps everything in a `<b>` with a normal font weight.
  for (const wrapper of page.querySelectorAll('b[style*="font-weight"]')) {
    if (/font-weight:\s*(?:normal|400)/.test(getStyle(wrapper))) unwrap(wrapper);
  }
  for (const span of page.querySelectorAll("span[style]")) {
    const style = getStyle(span);
    const tagNames = [
      /font-weight:\s*(?:bold|[6-9]00)/.test(style) &&
        !span.closest("h1, h2, h3, h4, h5, h6") &&
        "strong",
      /font-style:\s*italic/.test(style) && "em",
      /text-decoration[^;]*line-through/.test(style) && "del",
    ];
    for (const name of tagNames) {
      if (!name) continue;
      const mark = page.createElement(name);
      mark.append(...span.childNodes);
      span.append(mark);
    }
  }
};

const HEADING_NAMES: Readonly<Record<string, string>> = { H1: "h2", H4: "h3", H5: "h3", H6: "h3" };

const tidyTables = (page: Document): void => {
  for (const table of page.querySelectorAll("table table")) {
    table.replaceWith(page.createTextNode(table.textContent));
  }
  for (const cell of page.querySelectorAll("td, th")) {
    for (let extra = Number(cell.getAttribute("colspan") ?? 1); extra > 1; extra -= 1) {
      cell.after(page.createElement(cell.nodeName));
    }
    for (const name of ["colspan", "rowspan"]) cell.removeAttribute(name);
    // A table cell in Markdown is limited to a single line.
    for (const lineElement of cell.querySelectorAll("br, p + p, li + li, div + div"))
      lineElement.before(" ");
    for (const lineElement of cell.querySelectorAll(
      "p, div, ul, ol, li, h1, h2, h3, h4, h5, h6, br",
    )) {
      unwrap(lineElement);
    }
  }
};

const tidyPictures = (page: Document): void => {
  for (const picture of page.querySelectorAll("img")) {
    const src = getOwnPicturePath(picture.getAttribute("src") ?? "");
    if (src) picture.setAttribute("src", src);
    else picture.remove();
  }
};

/** Reduces HTML that was pasted from Word, Google Docs or web pages to what the site can show. */
export const cleanPastedHtml = (html: string): string => {
  const page = new DOMParser().parseFromString(html, "text/html");
  removeComments(page);
  for (const unusedElement of page.querySelectorAll("style, script, meta, link, title, xml"))
    unusedElement.remove();
  for (const element of page.querySelectorAll("p")) {
    if (element.isConnected && getLevel(element) > 0) convertWordList(element);
  }
  for (const title of page.querySelectorAll("p.MsoTitle")) renameElement(title, "h2");
  convertStyles(page);
  for (const heading of page.querySelectorAll("h1, h4, h5, h6")) {
    renameElement(heading, HEADING_NAMES[heading.nodeName] ?? "h3");
  }
  tidyTables(page);
  tidyPictures(page);
  for (const line of page.querySelectorAll("li > p:only-child")) unwrap(line);
  for (const element of page.querySelectorAll("p, h2, h3")) {
    const isEmpty = element.textContent.trim() === "" && !element.querySelector("img");
    if (isEmpty && !element.closest("td, th")) element.remove();
  }
  return page.body.innerHTML.replace(/&nbsp;|\u00a0/g, " ");
};

/** Returns the pictures that are embedded in pasted HTML as files, and the number of pictures from other sites. */
export const extractPictures = (
  html: string,
): { readonly files: readonly File[]; readonly externalCount: number } => {
  const page = new DOMParser().parseFromString(html, "text/html");
  const sources = [...page.querySelectorAll("img")].map((img) => img.getAttribute("src") ?? "");
  const embeddedSources = sources.filter((src) => /^data:image\/[a-z+]+;base64,/i.test(src));
  const files = embeddedSources.map((src, index) => {
    const [head = "", body = ""] = src.split(",");
    const type = /data:([^;]+)/.exec(head)?.[1] ?? "image/png";
    const bytes = Uint8Array.from(atob(body.trim()), (character) => character.charCodeAt(0));
    return new File([bytes], `picture ${index + 1}`, { type });
  });
  const externalCount = sources.filter(
    (src) => !embeddedSources.includes(src) && !getOwnPicturePath(src),
  ).length;
  return { files, externalCount };
};
