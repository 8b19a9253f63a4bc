/**
 * Lets React work on a page that the browser translates. Chrome replaces each text with a `<font>` element, and may move
 * elements into it (facebook/react#11538). React would go on to write to texts that are gone, and it would end the page
 * when it removes a node, or inserts one before it, that isn't where React left it.
 */
const replacements = new WeakMap<Node, Node>();
const knownReplacements = new WeakSet<Node>();

const isText = (node: Node | null | undefined): boolean => node?.nodeName === "#text";
const isTranslation = (node: Node | null | undefined): boolean => node?.nodeName === "FONT";

/** Remembers by which node a text was replaced. If a translation ends, a text replaces the `<font>` element again. */
const rememberReplacements = (records: readonly MutationRecord[]): void => {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    for (const removed of removedNodes) {
      if (!isText(removed) && !isTranslation(removed)) continue;
      const isReplacement = isText(removed) ? isTranslation : isText;
      const replacement = [...addedNodes, previousSibling, nextSibling].find(
        (node) => isReplacement(node) && !knownReplacements.has(node!),
      );
      if (!replacement) continue;
      replacements.set(removed, replacement);
      knownReplacements.add(replacement);
    }
  }
};

/** Returns the node, or the one that stands in the page in its place. */
const findCurrent = (node: Node): Node => {
  const replacement = node.parentNode ? undefined : replacements.get(node);
  return replacement ? findCurrent(replacement) : node;
};

/** Returns the child of `parent` that contains the node, or null if the node has left it. */
const findChild = (parent: Node, node: Node | null): Node | null =>
  node && node.parentNode !== parent ? findChild(parent, node.parentNode) : node;

const followNodes = (): void => {
  const { prototype } = Node;
  const { insertBefore, removeChild } = prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(prototype, "nodeValue")!;
  Object.assign(prototype, {
    insertBefore(this: Node, node: Node, before: Node | null) {
      return insertBefore.call(this, node, findChild(this, before && findCurrent(before)));
    },
    removeChild(this: Node, node: Node) {
      const current = findCurrent(node);
      if (current.parentNode) removeChild.call(current.parentNode, current);
      return node;
    },
  });
  Object.defineProperty(prototype, "nodeValue", {
    ...nodeValue,
    set(this: Node, value: string) {
      const current = findCurrent(this);
      nodeValue.set!.call(this, value);
      if (current !== this) current.textContent = value;
    },
  });
};

export const followTranslations = (): void => {
  followNodes();
  new MutationObserver(rememberReplacements).observe(document, { childList: true, subtree: true });
};
