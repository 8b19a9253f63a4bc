import { Extension, Mark, Node, type Extensions } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { StarterKit } from "@tiptap/starter-kit";

export type TextFormat = "markdown" | "html";

/** As lib/clean-html.ts lets them through. */
const LINKS = /^(?:https?:|mailto:|tel:|#|\/(?!\/))/i;
export const isOurLink = (href: string): boolean => LINKS.test(href);

/** Beside all other marks: bold code and linked code are shown. */
const Code = Mark.create({
  name: "code",
  code: true,
  exitable: true,
  parseHTML: () => [{ tag: "code" }],
  renderHTML: () => ["code", 0],
});

const OurImage = Image.extend({
  parseHTML: () => [{ tag: 'img[src^="/images/"]' }],
  addAttributes: () => ({ src: { default: null }, alt: { default: null } }),
  // Typed as Markdown it could be anybody's picture.
  addInputRules: () => [],
}).configure({ inline: true });

/** No widths and no script that draws it: a table is as wide as what is in it, as on the site. */
const PlainTable = Table.extend({
  renderHTML: () => ["table", ["tbody", 0]],
}).configure({ View: null });

const align = {
  default: null,
  parseHTML: (element: HTMLElement) => {
    const value = element.getAttribute("align");
    return value !== null && ["left", "center", "right"].includes(value) ? value : null;
  },
};

const cells = (format: TextFormat): Extensions => {
  const content = format === "markdown" ? "paragraph" : "block+";
  const attributes = {
    addAttributes: () => ({
      colspan: { default: 1, rendered: format === "html" },
      rowspan: { default: 1, rendered: format === "html" },
      colwidth: { default: null, rendered: false },
      align,
      ...(format === "html" && { scope: { default: null } }),
    }),
  };
  return [
    TableRow,
    TableHeader.extend({ content, ...attributes }),
    TableCell.extend({ content, ...attributes }),
  ];
};

/** Whether the items of a list are lines or paragraphs, which stand further apart. */
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

/** What the text may consist of: nothing that the site would show differently or not at all. */
export const schemaExtensions = (format: TextFormat): Extensions => [
  StarterKit.configure({
    code: false,
    heading: { levels: format === "markdown" ? [2, 3] : [2, 3, 4] },
    underline: format === "markdown" ? false : {},
    link: {
      openOnClick: false,
      defaultProtocol: "https",
      isAllowedUri: (href) => isOurLink(href),
      HTMLAttributes: { target: null, rel: null, class: null },
    },
    codeBlock: { HTMLAttributes: {} },
  }),
  Code,
  OurImage,
  PlainTable,
  ...cells(format),
  Tightness,
  ...(format === "html" ? [Address] : []),
];
