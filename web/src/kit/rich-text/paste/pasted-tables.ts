import { unwrap } from "../elements.ts";

/** Emails are laid out with tables, and a spreadsheet's single cell is copied as one. */
const unwrapLayoutTables = (page: Document): void => {
  const isLayout = (table: HTMLTableElement) =>
    table.querySelector("table") !== null ||
    /^(?:presentation|none)$/.test(table.getAttribute("role") ?? "") ||
    table.querySelectorAll("td, th").length === 1;
  const layoutTables = [...page.querySelectorAll("table")].filter(isLayout);
  for (const table of layoutTables) {
    const ownCells = [...table.rows].flatMap(({ cells }) => [...cells]);
    const blocks = ownCells.map((cell) => {
      const block = page.createElement("div");
      block.append(...cell.childNodes);
      return block;
    });
    table.replaceWith(...blocks);
  }
};

/** A program that copies a table with millions of merged cells would otherwise stop the page. */
const SPAN_MAX = 100;
const readSpan = (cell: Element, name: "colspan" | "rowspan"): number =>
  Math.min(Math.max(Number(cell.getAttribute(name)) || 1, 1), SPAN_MAX);

/** Fills the place of merged cells with empty ones, so that the cells beside and below them stay in their columns. */
const splitCells = (table: HTMLTableElement): void => {
  /** The number of rows for which each column is still covered by a cell above. */
  const coveredRows: number[] = [];
  for (const row of table.rows) {
    let column = 0;
    const addEmptyCells = (before: Element | null) => {
      for (; (coveredRows[column] ?? 0) > 0; column += 1) {
        coveredRows[column]! -= 1;
        row.insertBefore(row.ownerDocument.createElement("td"), before);
      }
    };
    for (const cell of Array.from(row.cells)) {
      addEmptyCells(cell);
      const [columnCount, rowCount] = [readSpan(cell, "colspan"), readSpan(cell, "rowspan")];
      for (let extra = 1; extra < columnCount; extra += 1)
        cell.after(row.ownerDocument.createElement(cell.nodeName));
      for (let end = column + columnCount; column < end; column += 1)
        coveredRows[column] = rowCount - 1;
      cell.removeAttribute("colspan");
      cell.removeAttribute("rowspan");
    }
    addEmptyCells(null);
  }
};

const LINES = "p, div, ul, ol, li, h1, h2, h3, h4, h5, h6, br";

/** A table cell in Markdown is limited to a single line. */
const joinLines = (cell: Element): void => {
  for (const line of cell.querySelectorAll("br, p + p, li + li, div + div")) line.before(" ");
  for (const line of cell.querySelectorAll(LINES)) unwrap(line);
};

export const tidyTables = (page: Document): void => {
  unwrapLayoutTables(page);
  for (const table of page.querySelectorAll("table")) splitCells(table);
  for (const cell of page.querySelectorAll("td, th")) joinLines(cell);
};
