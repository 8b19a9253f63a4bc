import { Node, nodeInputRule, nodePasteRule } from "@tiptap/core";
import { carriesToken, findPlaceholderLabel } from "#rules/mail-placeholders.ts";

const NODE_NAME = "placeholderChip";
/** The placeholder as it is stored, such as `{{name}}`. */
const CHIP_ATTRIBUTE = "data-chip";
export const CHIP_SELECTOR = `[${CHIP_ATTRIBUTE}]`;
const PLACEHOLDER_PATTERN = /\{\{\s*\w+\s*\}\}/;

const getName = (placeholder: string): string => placeholder.replaceAll(/[{}\s]/g, "");

/** Returns a chip, or a link if the placeholder can be only a link's address. */
export const createChipContent = (name: string) =>
  carriesToken(name)
    ? {
        type: "text",
        text: findPlaceholderLabel(name),
        marks: [{ type: "link", attrs: { href: `{{${name}}}` } }],
      }
    : { type: NODE_NAME, attrs: { placeholder: `{{${name}}}` } };

/**
 * A chip that stands for a value that is filled in when an email is sent. It shows the placeholder's label and is
 * stored as `{{name}}`.
 */
export const PlaceholderChip = Node.create({
  name: NODE_NAME,
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({
    placeholder: {
      default: "",
      parseHTML: (element) => element.getAttribute(CHIP_ATTRIBUTE) ?? "",
      renderHTML: ({ placeholder }) => ({ [CHIP_ATTRIBUTE]: placeholder, title: placeholder }),
    },
  }),
  parseHTML: () => [{ tag: `span${CHIP_SELECTOR}` }],
  renderHTML: ({ node, HTMLAttributes }) => {
    const placeholder = String(node.attrs["placeholder"]);
    const label = findPlaceholderLabel(getName(placeholder));
    return [
      "span",
      { ...HTMLAttributes, ...(!label && { class: "unknown" }) },
      label ?? placeholder,
    ];
  },
  renderText: ({ node }) => String(node.attrs["placeholder"]),
  addInputRules() {
    const find = new RegExp(`${PLACEHOLDER_PATTERN.source}$`);
    const getAttributes = ([placeholder]: readonly string[]) => ({ placeholder });
    return [nodeInputRule({ find, type: this.type, getAttributes })];
  },
  addPasteRules() {
    const find = new RegExp(PLACEHOLDER_PATTERN.source, "g");
    const getAttributes = ([placeholder]: readonly string[]) => ({ placeholder });
    return [nodePasteRule({ find, type: this.type, getAttributes })];
  },
});

/** Wraps the placeholders in a stored text, so that the editor shows them as chips. In code, placeholders stay text. */
export const wrapPlaceholders = (content: Document): void => {
  const walker = content.createTreeWalker(content.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest("pre")) continue;
    const parts = text.data.split(new RegExp(`(${PLACEHOLDER_PATTERN.source})`));
    const nodes = parts.map((part) => {
      if (!PLACEHOLDER_PATTERN.test(part)) return part;
      const chip = content.createElement("span");
      chip.setAttribute(CHIP_ATTRIBUTE, part);
      return chip;
    });
    text.replaceWith(...nodes);
  }
};

/** Turns chips back into placeholder text. */
export const unwrapPlaceholders = (content: HTMLElement): void => {
  for (const chip of content.querySelectorAll(CHIP_SELECTOR)) {
    chip.replaceWith(chip.getAttribute(CHIP_ATTRIBUTE) ?? "");
  }
};
