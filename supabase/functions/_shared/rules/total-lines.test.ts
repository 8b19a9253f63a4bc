import { describe, expect, it } from "vitest";
import { readImportRow } from "./imports/read-row.ts";
import { isTotalLine } from "./total-lines.ts";

describe("a total line of our exports", () => {
  it.each([
    [
      "as we write it",
      ["Total of 57 completed", "", "", "", "1250.00", "12.50", "0.00", "1250.00", ""],
    ],
    ["of a list without amounts", ["Total of 57", "", ""]],
    ["of donors", ["Total of 3 donors", "", "", "310.00", "7.00", ""]],
    ["of volunteers", ["Total of 12", "", "", "", "", "", "", "140.50", "20.00"]],
    ["of pending donations", ["Pending: 2", "", "50.00"]],
    ["of failed donations", ["Failed: 2", "", "50.00"]],
    ["of voided donations", ["Voided: 2", "", "50.00"]],
    ["without its last, empty cells", ["Total of 57 completed", "", "", "", "1250"]],
    ["with currency signs", ["Total of 1,057 completed", "", "$1,250.00", " $ 1,250.5 "]],
    ["with decimal commas", ["Total of 57 completed", "", "1250,00", "1.250,00 €"]],
    ["after its columns were moved", ["", "1250.00", "Total of 57 completed"]],
  ])("is recognized %s", (_, cells) => {
    expect(isTotalLine(cells)).toBe(true);
  });

  it.each([
    ["an empty row", ["", "", ""]],
    ["a row of amounts", ["12.50", "", "3"]],
    ["a donation with a note like a total", ["2026-11-20", "Ann", "50.00", "Total of 3 completed"]],
    ["a donation with a donor named Total", ["2026-11-20", "Total", "Lee", "50.00"]],
    ["another system's total", ["Grand total", "", "1250.00"]],
  ])("isn't %s", (_, cells) => {
    expect(isTotalLine(cells)).toBe(false);
  });

  it.each(["donations", "donors", "volunteers"] as const)(
    "is left out of an import of %s",
    (kind) => {
      const file = {
        headings: ["Date", "First name", "Email", "Amount"],
        source: "spreadsheet",
        mapping: { date: 0, firstName: 1, email: 2, amount: 3 },
        isUtc: false,
        dateOrder: null,
        decimalMark: null,
        meanings: {},
        isPlatform: false,
      };
      expect(readImportRow(kind, file, ["Total of 57 completed", "", "", "1250.00"])).toEqual({
        fields: {},
        problems: [],
        skipped: "A total, not a record",
      });
    },
  );
});
