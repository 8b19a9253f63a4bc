import { MAIL_CLASSES } from "#rules/stored-html.ts";
import { renameElement } from "../elements.ts";
import { HEADING_LEVELS, type TextFormat } from "../extensions.ts";
import { tidyLinks } from "./pasted-links.ts";
import {
  convertWordLists,
  convertWordOnlineLists,
  markWordMarkers,
  tidyLists,
} from "./pasted-lists.ts";
import { convertMarks } from "./pasted-marks.ts";
import {
  convertDrawings,
  readOnlyPictureAlt,
  takePictures,
  type PastedPicture,
} from "./pasted-pictures.ts";
import { tidyTables } from "./pasted-tables.ts";
import { readMsoProperty } from "./mso-styles.ts";

/** How much of what was copied the site can't show. */
export interface LeftOut {
  readonly pictures: number;
  readonly links: number;
  readonly embeds: number;
  readonly comments: number;
}

export interface PastedContent {
  /** The HTML, with markers where pictures belong. */
  readonly html: string;
  /** The pictures to upload, in the order of their markers. */
  readonly pictures: readonly PastedPicture[];
  /** The alt text of a picture that was copied without any text, as `Copy image` does. */
  readonly onlyPictureAlt: string | null;
  readonly leftOut: LeftOut;
}

const removeAll = (page: Document, selector: string): number => {
  const elements = page.querySelectorAll(selector);
  for (const element of elements) element.remove();
  return elements.length;
};

const removeComments = (page: Document): void => {
  const walker = page.createTreeWalker(page, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
};

/** Removes what the original didn't show, and comments for its authors. Returns how many comments there were. */
const removeUnseen = (page: Document): number => {
  for (const element of page.querySelectorAll<HTMLElement>("[style]")) {
    const isHidden =
      element.style.display === "none" || readMsoProperty(element, "mso-hide") === "all";
    const isCommentList = readMsoProperty(element, "mso-element") === "comment-list";
    if (isHidden || isCommentList) element.remove();
  }
  removeAll(page, "[hidden]");
  return removeAll(page, ".MsoCommentReference");
};

const getHeadingLevel = (element: Element): number => {
  if (element.matches("p.MsoTitle")) return 1;
  return Number(/^H(\d)$/.exec(element.nodeName)?.[1] ?? element.getAttribute("aria-level") ?? 2);
};

/** Renames headings to the nearest level that the text can have. */
const tidyHeadings = (page: Document, format: TextFormat): void => {
  const levels = HEADING_LEVELS[format];
  const [first = 2, last = 3] = [levels[0], levels.at(-1)];
  for (const heading of page.querySelectorAll(
    "h1, h2, h3, h4, h5, h6, [role=heading], p.MsoTitle",
  )) {
    renameElement(heading, `h${Math.min(Math.max(getHeadingLevel(heading), first), last)}`);
  }
};

const removeEmptyElements = (page: Document): void => {
  // Word Online ends each paragraph with a space.
  removeAll(page, ".EOP");
  for (const element of page.querySelectorAll("p, h1, h2, h3, h4")) {
    const isEmpty = element.textContent.trim() === "" && !element.querySelector("img");
    if (isEmpty && !element.closest("td, th")) element.remove();
  }
};

/** Removes what the editor would read as formatting or keep in the text. */
const removeAttributes = (page: Document, format: TextFormat): void => {
  for (const element of page.querySelectorAll("[style], [class], [target], [rel]")) {
    for (const name of ["style", "target", "rel"]) element.removeAttribute(name);
    const isMailClass = MAIL_CLASSES.some((mailClass) => mailClass === element.className);
    if (format !== "mail" || !isMailClass) element.removeAttribute("class");
  }
};

/** Word leaves empty elements between the items of a list. */
const removeEmptySpans = (page: Document): void => {
  for (const span of [...page.querySelectorAll("span")].toReversed()) {
    if (span.childNodes.length === 0) span.remove();
  }
};

/** Reduces HTML that was pasted from office programs, mail programs or web pages to what the site can show. */
export const readPastedHtml = (html: string, format: TextFormat, rtf = ""): PastedContent => {
  const page = new DOMParser().parseFromString(html, "text/html");
  markWordMarkers(page);
  removeComments(page);
  removeAll(page, "style, script, meta, link, title, xml, noscript, template");
  const comments = removeUnseen(page);
  const embeds = removeAll(page, "iframe, video, audio, object, embed");
  convertDrawings(page);
  const onlyPictureAlt = readOnlyPictureAlt(page);
  const { pictures, removedCount } = takePictures(page, rtf);
  removeEmptySpans(page);
  convertWordOnlineLists(page);
  convertWordLists(page);
  tidyHeadings(page, format);
  convertMarks(page);
  const links = tidyLinks(page, format);
  tidyTables(page);
  tidyLists(page);
  removeEmptyElements(page);
  removeAttributes(page, format);
  return {
    html: page.body.innerHTML.replace(/&nbsp;|\u00a0/g, " "),
    pictures,
    onlyPictureAlt,
    leftOut: { pictures: removedCount, links, embeds, comments },
  };
};
