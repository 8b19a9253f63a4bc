/** Replaces an element with its children. */
export const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

/** Replaces an element with one of another name, which has the same children but no attributes. */
export const renameElement = (element: Element, name: string): void => {
  const replacement = element.ownerDocument.createElement(name);
  replacement.append(...element.childNodes);
  element.replaceWith(replacement);
};
