/**
 * Lets React work on a page that the browser translates. Chrome replaces each text with a `<font>` element, and may move
 * elements into it (facebook/react#11538). React would go on to write to texts that are gone, and it would end the page
 * when it removes a node, or inserts one before it, that isn't where React left it.
 */
const replacements = new WeakMap<Node, Node>();
const knownReplacements = new WeakSet<Node>();

/** Returns the node, or the one that stands in the page in its place. */
const findCurrent = (node: Node): Node => {
  const replacement = !node.parentNode && replacements.get(node);
  return replacement ? findCurrent(replacement) : node;
};

/** Returns the child of `parent` that contains the node, or null if the node has left it. */
const findChild = (parent: Node, node: Node | null): Node | null =>
  node && node.parentNode !== parent ? findChild(parent, node.parentNode) : node;

export const followTranslations = (): void => {
  // oxlint-disable-next-line typescript/unbound-method -- both are called on their node
  const { insertBefore, removeChild } = Node.prototype;
  Object.assign(Node.prototype, {
    insertBefore(this: Node, node: Node, before: Node | null) {
      return insertBefore.call(this, node, findChild(this, before && findCurrent(before)));
    },
    removeChild(this: Node, node: Node) {
      const current = findCurrent(node);
      if (current.parentNode) removeChild.call(current.parentNode, current);
      return node;
    },
  });
  const observer = new MutationObserver((records) => {
    for (const { target, removedNodes, addedNodes, nextSibling, previousSibling } of records) {
      // React has changed a text that was replaced.
      const current = findCurrent(target);
      if (current !== target) current.textContent = target.textContent;
      for (const removed of removedNodes) {
        // If the translation ends, a text replaces the `<font>` element again.
        const name = { "#text": "FONT", FONT: "#text" }[removed.nodeName];
        const replacement = [...addedNodes, nextSibling, previousSibling].find(
          (node) => node && node.nodeName === name && !knownReplacements.has(node),
        );
        if (!replacement) continue;
        replacements.set(removed, replacement);
        knownReplacements.add(replacement);
        observer.observe(removed, { characterData: true });
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });
};
