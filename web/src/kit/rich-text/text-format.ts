import { getSchema } from "@tiptap/core";
import { DOMParser as DocParser, type Node } from "@tiptap/pm/model";
import { cleanHtml } from "#lib/clean-html.ts";
import { toTemplateHtml } from "#rules/to-template-html.ts";
import { renderMarkdownHtml } from "#ui/render-markdown.ts";
import { createSchemaExtensions, type TextFormat } from "./extensions.ts";
import { writeHtml } from "./html-writer.ts";
import { createMarkdownWriter } from "./markdown-writer.ts";
import { wrapPlaceholders } from "./placeholder-chip.ts";
import { normalizeHtml } from "./same-html.ts";

/** How to render, parse and write text in one format. */
export interface TextConverter {
  readonly render: (text: string) => string;
  readonly read: (text: string) => Node;
  readonly write: (doc: Node) => string;
}

const isBlock = (node: ChildNode | undefined) =>
  node instanceof Element && /^(?:UL|OL|PRE|BLOCKQUOTE|TABLE|HR|H\d|ADDRESS)$/.test(node.nodeName);

/** In the schema, list items must start with a paragraph, so add an empty one if necessary. */
const addLeadingParagraphs = (page: Document) => {
  for (const item of page.querySelectorAll("li")) {
    const firstContent = [...item.childNodes].find(({ textContent, nodeName }) =>
      nodeName === "#text" ? textContent?.trim() !== "" : true,
    );
    if (!isBlock(firstContent)) continue;
    const paragraph = page.createElement("p");
    paragraph.setAttribute("data-leading", "");
    item.prepend(paragraph);
  }
};

const createDocumentParser = (format: TextFormat, render: (text: string) => string) => {
  const schema = getSchema([...createSchemaExtensions(format)]);
  return (text: string): Node => {
    const page = new DOMParser().parseFromString(`<body>${render(text)}</body>`, "text/html");
    for (const code of page.querySelectorAll("pre > code")) {
      code.textContent = code.textContent.replace(/\n$/, "");
    }
    if (format === "mail") wrapPlaceholders(page);
    addLeadingParagraphs(page);
    return DocParser.fromSchema(schema).parse(page.body);
  };
};

const renderMarkdown = (text: string) => cleanHtml(renderMarkdownHtml(text, 2));

export const TEXT_FORMATS: Readonly<Record<TextFormat, TextConverter>> = {
  markdown: {
    render: renderMarkdown,
    read: createDocumentParser("markdown", renderMarkdown),
    write: createMarkdownWriter(renderMarkdown),
  },
  html: { render: cleanHtml, read: createDocumentParser("html", cleanHtml), write: writeHtml },
  // Emails aren't cleaned, so that anything the editor can't represent counts as a difference.
  mail: {
    render: toTemplateHtml,
    read: createDocumentParser("mail", toTemplateHtml),
    write: writeHtml,
  },
};

/** Parses the text and writes it again. Returns null if the written text would look different. */
export const roundTrip = (
  { render, read, write }: TextConverter,
  text: string,
): { readonly doc: Node; readonly writtenText: string } | null => {
  const doc = read(text);
  const writtenText = write(doc);
  return normalizeHtml(render(writtenText)) === normalizeHtml(render(text))
    ? { doc, writtenText }
    : null;
};
