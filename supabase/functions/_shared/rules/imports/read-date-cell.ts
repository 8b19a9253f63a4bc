import type { ImportField } from "./formats.ts";
import { readDate } from "./read-date.ts";
import type { ImportedFile, RowCells } from "./row-cells.ts";

/** Reads the date in a field's column. Adds a problem to the row if it isn't a date. */
export function readDateCell(
  cells: RowCells,
  field: ImportField,
  file: ImportedFile,
): ReturnType<typeof readDate> {
  const date = readDate(cells.readText(field), file);
  if (date === undefined) {
    cells.addProblem(
      field,
      file.dateOrder === "day_first"
        ? "Enter a date with the day first, such as 20/11/2026, or as 2026-11-20."
        : "Enter a date with the month first, such as 11/20/2026, or as 2026-11-20.",
    );
  }
  return date;
}
