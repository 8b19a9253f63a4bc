/** Replaces an element with its children. */
export const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

/** Replaces an element with an element of another name. Keeps its children but not its attributes. */
export const renameElement = (element: Element, name: string): void => {
  const replacement = element.ownerDocument.createElement(name);
  replacement.append(...element.childNodes);
  element.replaceWith(replacement);
};
