/** The label of a total in our exports (`CsvTotal`). The number may have separators after a spreadsheet saved it. */
const LABEL = /^(?:Total of [\d,.]+(?: [a-z]+)?|(?:Pending|Failed|Voided): [\d,.]+)$/;
const AMOUNT = /^[\d\s.,'$€£+-]*$/;

/**
 * Returns true for a total line of our exports, also after a spreadsheet has saved it: one cell is the label, and all
 * others are amounts or empty.
 */
export function isTotalLine(cells: readonly string[]): boolean {
  const [label, ...otherTexts] = cells
    .map((cell) => cell.trim())
    .filter((cell) => !AMOUNT.test(cell));
  return label !== undefined && otherTexts.length === 0 && LABEL.test(label);
}
