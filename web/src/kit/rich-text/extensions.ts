import { Extension, Mark, Node, type Extensions } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { StarterKit } from "@tiptap/starter-kit";

export type TextFormat = "markdown" | "html";

/** Must match the schemes allowed in `lib/clean-html.ts`. */
const ALLOWED_LINK_PATTERN = /^(?:https?:|mailto:|tel:|#|\/(?!\/))/i;
export const isAllowedLink = (href: string): boolean => ALLOWED_LINK_PATTERN.test(href);

/** Unlike TipTap's mark, this one allows bold and links inside code. */
const Code = Mark.create({
  name: "code",
  code: true,
  exitable: true,
  parseHTML: () => [{ tag: "code" }],
  renderHTML: () => ["code", 0],
});

const SiteImage = Image.extend({
  parseHTML: () => [{ tag: 'img[src^="/images/"]' }],
  addAttributes: () => ({ src: { default: null }, alt: { default: null } }),
  // A picture typed as Markdown could come from any site.
  addInputRules: () => [],
}).configure({ inline: true });

/** No column widths or resize script: columns fit their content, as on the site. */
const PlainTable = Table.extend({
  renderHTML: () => ["table", ["tbody", 0]],
}).configure({ View: null });

const alignAttribute = {
  default: null,
  parseHTML: (element: HTMLElement) => {
    const value = element.getAttribute("align");
    return value !== null && ["left", "center", "right"].includes(value) ? value : null;
  },
};

const cellExtensions = (format: TextFormat): Extensions => {
  const content = format === "markdown" ? "paragraph" : "block+";
  const attributes = {
    addAttributes: () => ({
      colspan: { default: 1, rendered: format === "html" },
      rowspan: { default: 1, rendered: format === "html" },
      colwidth: { default: null, rendered: false },
      align: alignAttribute,
      ...(format === "html" && { scope: { default: null } }),
    }),
  };
  return [
    TableRow,
    TableHeader.extend({ content, ...attributes }),
    TableCell.extend({ content, ...attributes }),
  ];
};

/** Distinguishes tight lists from loose ones, whose items hold paragraphs and are spaced further apart. */
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

const Address = Node.create({
  name: "address",
  group: "block",
  content: "inline*",
  parseHTML: () => [{ tag: "address" }],
  renderHTML: () => ["address", 0],
});

/** Restricts the document to what the site renders identically. */
export const schemaExtensions = (format: TextFormat): Extensions => [
  StarterKit.configure({
    code: false,
    heading: { levels: format === "markdown" ? [2, 3] : [2, 3, 4] },
    underline: format === "markdown" ? false : {},
    link: {
      openOnClick: false,
      defaultProtocol: "https",
      isAllowedUri: (href) => isAllowedLink(href),
      HTMLAttributes: { target: null, rel: null, class: null },
    },
    codeBlock: { HTMLAttributes: {} },
  }),
  Code,
  SiteImage,
  PlainTable,
  ...cellExtensions(format),
  Tightness,
  ...(format === "html" ? [Address] : []),
];
