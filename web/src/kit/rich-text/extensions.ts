import { Extension, Mark, Node, type Extensions } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { StarterKit } from "@tiptap/starter-kit";
import { PlaceholderChip } from "./placeholder-chip.ts";

/** `mail` is HTML with placeholders, buttons and the classes of the email layout. */
export type TextFormat = "markdown" | "html" | "mail";

/** Must match the schemes allowed in `lib/clean-html.ts`. */
const ALLOWED_LINK_PATTERN = /^(?:https?:|mailto:|tel:|#|\/(?!\/))/i;
/** A link may start with a placeholder such as `{{giftLink}}`, which is replaced with a link to our site. */
const LEADING_PLACEHOLDER_PATTERN = /^\{\{\s*\w+\s*\}\}/;
export const isAllowedLink = (href: string, format: TextFormat): boolean =>
  ALLOWED_LINK_PATTERN.test(href) || (format === "mail" && LEADING_PLACEHOLDER_PATTERN.test(href));

/** Unlike TipTap's own mark for code, this one allows bold text and links inside code. */
const Code = Mark.create({
  name: "code",
  code: true,
  exitable: true,
  parseHTML: () => [{ tag: "code" }],
  renderHTML: () => ["code", 0],
});

/** Renders a picture with its caption, as on the site. */
const renderPicture = (attributes: Readonly<Record<string, unknown>>): HTMLElement => {
  const { src, alt, title } = attributes as Readonly<Record<string, string | null>>;
  const img = document.createElement("img");
  img.src = src ?? "";
  img.alt = alt ?? "";
  if (!title) return img;
  const figure = document.createElement("span");
  figure.className = "picture-with-caption";
  figure.append(img, title);
  return figure;
};

const SiteImage = Image.extend({
  parseHTML: () => [{ tag: 'img[src^="/images/"]' }],
  addAttributes: () => ({
    src: { default: null },
    alt: { default: null },
    /** The picture's caption. */
    title: { default: null },
  }),
  addNodeView: () => (props) => ({ dom: renderPicture(props.node.attrs) }),
  // Not supported, because a picture typed as Markdown could come from any site.
  addInputRules: () => [],
}).configure({ inline: true });

/**
 * Renders tables without column widths and without controls to resize columns. Columns fit their content, as on the
 * site.
 */
const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ["table", HTMLAttributes, ["tbody", 0]],
}).configure({ View: null });

const alignAttribute = {
  default: null,
  parseHTML: (element: HTMLElement) => {
    const value = element.getAttribute("align");
    return value !== null && ["left", "center", "right"].includes(value) ? value : null;
  },
};

const createCellExtensions = (format: TextFormat): Extensions => {
  const content = format === "markdown" ? "paragraph" : "block+";
  const attributes = {
    addAttributes: () => ({
      colspan: { default: 1, rendered: format !== "markdown" },
      rowspan: { default: 1, rendered: format !== "markdown" },
      colwidth: { default: null, rendered: false },
      align: alignAttribute,
      ...(format !== "markdown" && { scope: { default: null } }),
    }),
  };
  return [
    TableRow,
    TableHeader.extend({ content, ...attributes }),
    TableCell.extend({ content, ...attributes }),
  ];
};

/**
 * Distinguishes tight lists from loose ones. The items of loose lists contain paragraphs and have more space between
 * them.
 */
const Tightness = Extension.create({
  name: "tightness",
  addGlobalAttributes: () => [
    {
      types: ["bulletList", "orderedList"],
      attributes: {
        tight: {
          default: true,
          parseHTML: (element) =>
            element.classList.contains("tight") ||
            ![...element.children].some((item) =>
              item.querySelector(":scope > p:not([data-leading])"),
            ),
          renderHTML: ({ tight }) => (tight === false ? {} : { class: "tight" }),
        },
      },
    },
  ],
});

/** Keeps the classes of the email layout. Links have an attribute for their class. */
const MailClasses = Extension.create({
  name: "mailClasses",
  addGlobalAttributes: () => [
    { types: ["paragraph", "table"], attributes: { class: { default: null } } },
  ],
});

export const HEADING_LEVELS: Readonly<Record<TextFormat, (1 | 2 | 3 | 4)[]>> = {
  markdown: [2, 3],
  html: [2, 3, 4],
  mail: [1, 2, 3, 4],
};

const Address = Node.create({
  name: "address",
  group: "block",
  content: "inline*",
  parseHTML: () => [{ tag: "address" }],
  renderHTML: () => ["address", 0],
});

/** Restricts the document to what looks the same on the site. */
export const createSchemaExtensions = (format: TextFormat): Extensions => [
  StarterKit.configure({
    code: false,
    heading: { levels: HEADING_LEVELS[format] },
    underline: format === "markdown" ? false : {},
    link: {
      openOnClick: false,
      defaultProtocol: "https",
      isAllowedUri: (href) => isAllowedLink(href, format),
      HTMLAttributes: { target: null, rel: null, class: null },
    },
    codeBlock: { HTMLAttributes: {} },
  }),
  Code,
  SiteImage,
  PlainTable,
  ...createCellExtensions(format),
  Tightness,
  ...(format === "markdown" ? [] : [Address]),
  ...(format === "mail" ? [MailClasses, PlaceholderChip] : []),
];
