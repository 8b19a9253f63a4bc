import { DOMSerializer, type Node } from "@tiptap/pm/model";
import { renameElement, unwrap } from "./elements.ts";
import { unwrapPlaceholders } from "./placeholder-chip.ts";

/**
 * Removes markup that only the editor needs. Table cells and items of tight lists then contain plain text, and a first
 * row of header cells becomes the `<thead>`.
 */
const removeEditorMarkup = (content: HTMLElement): HTMLElement => {
  unwrapPlaceholders(content);
  for (const paragraph of content.querySelectorAll("td > p:only-child, th > p:only-child")) {
    unwrap(paragraph);
  }
  for (const paragraph of content.querySelectorAll(".tight > li > p:first-child"))
    unwrap(paragraph);
  for (const list of content.querySelectorAll(".tight")) list.removeAttribute("class");
  for (const strikethrough of content.querySelectorAll("s")) renameElement(strikethrough, "del");
  for (const body of content.querySelectorAll("table > tbody")) {
    const [firstRow] = body.children;
    if (!firstRow || [...firstRow.children].some(({ nodeName }) => nodeName !== "TH")) continue;
    const head = document.createElement("thead");
    body.before(head);
    head.append(firstRow);
    if (body.childElementCount === 0) body.remove();
  }
  for (const cell of content.querySelectorAll("td, th")) {
    for (const spanName of ["colspan", "rowspan"]) {
      if (cell.getAttribute(spanName) === "1") cell.removeAttribute(spanName);
    }
  }
  for (const emptyBlock of content.querySelectorAll(
    "p:empty, h1:empty, h2:empty, h3:empty, h4:empty",
  ))
    emptyBlock.remove();
  return content;
};

/** Returns the document as the HTML to store. */
export const writeHtml = (doc: Node): string => {
  const page = document.createElement("div");
  page.append(DOMSerializer.fromSchema(doc.type.schema).serializeFragment(doc.content));
  const blocks = [...removeEditorMarkup(page).children];
  return blocks.map(({ outerHTML }) => outerHTML).join("\n");
};
