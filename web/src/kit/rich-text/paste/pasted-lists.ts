import { unwrap } from "../elements.ts";
import { readMarkerNumbers } from "./list-markers.ts";
import { readMsoProperty } from "./mso-styles.ts";

interface ListItem {
  readonly level: number;
  readonly isNumbered: boolean;
  /** The numbers that the item can have. Empty if any fits. */
  readonly numbers: readonly number[];
  readonly contents: readonly Node[];
}

interface OpenList {
  readonly level: number;
  readonly isNumbered: boolean;
  readonly list: Element;
  lastNumber: number;
}

const continuesList = ({ isNumbered, lastNumber }: OpenList, item: ListItem): boolean =>
  isNumbered === item.isNumbered &&
  (item.numbers.length === 0 || item.numbers.includes(lastNumber + 1));

/** Of the numbers that the first item can have, returns the one that the next item's number follows. */
const findFirstNumber = (item: ListItem, nextItem: ListItem | undefined): number => {
  const isFollowed = (number: number) =>
    nextItem?.level === item.level && nextItem.numbers.includes(number + 1);
  return item.numbers.find(isFollowed) ?? item.numbers[0] ?? 1;
};

/** Nests the items by level. An item whose number doesn't follow the previous one's starts a new list. */
const buildLists = (items: readonly ListItem[], page: Document): DocumentFragment => {
  const fragment = page.createDocumentFragment();
  const openLists: OpenList[] = [];
  for (const [index, item] of items.entries()) {
    while ((openLists.at(-1)?.level ?? 0) > item.level) openLists.pop();
    const lastList = openLists.at(-1);
    if (lastList?.level === item.level && !continuesList(lastList, item)) openLists.pop();
    let openList = openLists.at(-1);
    if (openList?.level !== item.level) {
      const list = page.createElement(item.isNumbered ? "ol" : "ul");
      (openList?.list.lastElementChild ?? fragment).append(list);
      const firstNumber = findFirstNumber(item, items[index + 1]);
      if (firstNumber !== 1) list.setAttribute("start", String(firstNumber));
      openList = {
        level: item.level,
        isNumbered: item.isNumbered,
        list,
        lastNumber: firstNumber - 1,
      };
      openLists.push(openList);
    }
    const listItem = page.createElement("li");
    listItem.append(...item.contents);
    openList.list.append(listItem);
    openList.lastNumber += 1;
  }
  return fragment;
};

/** Returns the element and those after it that belong to the same lists. */
const collectSiblings = (
  firstElement: Element,
  belongs: (element: Element) => boolean,
): readonly Element[] => {
  const elements = [firstElement];
  for (
    let next = firstElement.nextElementSibling;
    next && belongs(next);
    next = next.nextElementSibling
  ) {
    elements.push(next);
  }
  return elements;
};

const IS_MARKER = "mso-list:Ignore";

/** Word puts the marker of an item between two comments, and usually into an element that it tells itself to ignore. */
export const markWordMarkers = (page: Document): void => {
  const walker = page.createTreeWalker(page, NodeFilter.SHOW_COMMENT);
  const starts: Comment[] = [];
  while (walker.nextNode()) {
    const comment = walker.currentNode as Comment;
    if (comment.data.trim() === "[if !supportLists]") starts.push(comment);
  }
  for (const start of starts) {
    const nextNodes = [...(start.parentNode?.childNodes ?? [])];
    nextNodes.splice(0, nextNodes.indexOf(start) + 1);
    const end = nextNodes.findIndex(({ nodeType }) => nodeType === Node.COMMENT_NODE);
    // Without the second comment, the text of the item would be taken for its marker.
    if (end < 0) continue;
    const marker = page.createElement("span");
    marker.setAttribute("style", IS_MARKER);
    marker.append(...nextNodes.slice(0, end));
    start.replaceWith(marker);
  }
};

const findMarkers = (item: Element): readonly Element[] =>
  [...item.querySelectorAll("[style]")].filter((element) =>
    /^ignore$/i.test(readMsoProperty(element, "mso-list")),
  );

/** Word writes list items as paragraphs and puts their level in a style: `mso-list:l0 level2 lfo1`. */
const getWordLevel = (element: Element): number =>
  element.nodeName === "P"
    ? Number(/\blevel(\d)/i.exec(readMsoProperty(element, "mso-list"))?.[1] ?? 0)
    : 0;

const readWordItem = (paragraph: Element): ListItem => {
  const markers = findMarkers(paragraph);
  const numbers = readMarkerNumbers(markers[0]?.textContent ?? "");
  for (const marker of markers) marker.remove();
  return {
    level: getWordLevel(paragraph),
    isNumbered: numbers.length > 0,
    numbers,
    contents: [...paragraph.childNodes],
  };
};

/** A table cell can't contain a list, so the markers stay as text there. */
const keepMarkers = (paragraph: Element): void => {
  const [marker] = findMarkers(paragraph);
  if (!marker) return;
  const text = marker.textContent.trim();
  marker.textContent = readMarkerNumbers(text).length > 0 ? `${text} ` : "• ";
};

export const convertWordLists = (page: Document): void => {
  for (const paragraph of page.querySelectorAll("p")) {
    if (!paragraph.isConnected || getWordLevel(paragraph) === 0) continue;
    if (paragraph.closest("td, th")) {
      keepMarkers(paragraph);
      continue;
    }
    const paragraphs = collectSiblings(paragraph, (element) => getWordLevel(element) > 0);
    const items = paragraphs.map(readWordItem);
    paragraph.before(buildLists(items, page));
    for (const element of paragraphs) element.remove();
  }
};

const WORD_ONLINE_WRAPPER = ".ListContainerWrapper";

const readWordOnlineItems = (wrapper: Element): readonly ListItem[] =>
  [...wrapper.querySelectorAll("li")].map((item, index) => {
    const list = item.parentElement;
    const isNumbered = list?.nodeName === "OL";
    const start = Number(list?.getAttribute("start"));
    return {
      level: Number(item.dataset["ariaLevel"] ?? 1),
      isNumbered,
      numbers: isNumbered && start > 0 ? [start + index] : [],
      contents: [...item.childNodes],
    };
  });

/** Word Online puts each item into a list of its own, and its level and number into attributes. */
export const convertWordOnlineLists = (page: Document): void => {
  for (const firstWrapper of page.querySelectorAll(WORD_ONLINE_WRAPPER)) {
    if (!firstWrapper.isConnected) continue;
    const wrappers = collectSiblings(firstWrapper, (element) =>
      element.matches(WORD_ONLINE_WRAPPER),
    );
    firstWrapper.before(buildLists(wrappers.flatMap(readWordOnlineItems), page));
    for (const wrapper of wrappers) wrapper.remove();
  }
};

/** Lets the first item state the list's number, and makes items of one paragraph close. */
export const tidyLists = (page: Document): void => {
  for (const item of page.querySelectorAll("ol > li[value]:first-child")) {
    item.parentElement?.setAttribute("start", item.getAttribute("value") ?? "1");
  }
  for (const name of ["div", "p"]) {
    for (const item of page.querySelectorAll("li")) {
      const [line, ...otherLines] = item.querySelectorAll(`:scope > ${name}`);
      if (line && otherLines.length === 0) unwrap(line);
    }
  }
};
