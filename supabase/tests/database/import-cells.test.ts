import { expect, test } from "vitest";
import { IMPORT_KINDS } from "../../functions/_shared/contracts/choices.ts";
import { FIELDS_BY_KIND, type ImportField } from "../../functions/_shared/rules/imports/formats.ts";
import { readImportRow } from "../../functions/_shared/rules/imports/read-row.ts";
import { createRandomGenerator, firstSeed, getRoundCount } from "../random.ts";
import { uniqueWord } from "../unique-word.ts";
import { withRollback } from "./connection.ts";
import { createImporter } from "./import-fixture.ts";

/** Cells that people and other systems write, one between each two bars. */
const WRITTEN_CELLS =
  "- | n/a | #N/A | 12 hrs | 3:30 | 999999.99 | 1e3 | NaN | Infinity | -0 | $ | 50.005 | (5.00) | 1,25 | 45720 | 20250304 | " +
  "4-Mar-25 | 00-00-0000 | 2024-02-30 | 31/12/2199 | 11/1/16 3pm | soon | March 2024 | O&#039;Neil | &#xD800; | &#0; | &bogus; | " +
  "=1+1 | '=1+1 | null | \\ | {} | [] | \" | true | refunded | Partially refunded | requires_payment_method | Closed Won | " +
  "Pledge | EUR | in-kind | 2138 | 2138-1 | a;b,c | a@b | a b@c.d | 🎁 | ß | İ@İ.İ | e\u0301 | \u200B | a\u0007b | \u202Ea";

const ODD_CELLS = [
  ...WRITTEN_CELLS.split(" | "),
  ...[30, 31, 50, 59, 100, 101, 200, 201, 254, 255, 501, 1001, 5001].flatMap((length) => [
    "x".repeat(length),
    "🎁".repeat(length),
  ]),
  "a;".repeat(12),
  `${"İ".repeat(250)}@x.y`,
  `requires_${"x".repeat(300)}`,
  "x".repeat(9999),
  "",
  " ",
  "\0",
  "\u2028",
  "\uD83D",
  "\uDF81a",
];

const GOOD_CELLS: Readonly<Partial<Record<ImportField, string>>> = {
  date: "2024-03-04",
  amount: "50",
  firstName: "Ann",
  lastName: "Lee",
};

test("random cells in every field never end an import: each row is stored, left out or named with its problem", async () => {
  const random = createRandomGenerator(firstSeed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  for (let round = 0; round < getRoundCount(1, 20); round += 1) {
    for (const kind of IMPORT_KINDS) {
      const fields = FIELDS_BY_KIND[kind];
      const mapping = Object.fromEntries(fields.map((field, column) => [field, column]));
      const file = {
        source: "our-books",
        headings: [...fields],
        mapping,
        isUtc: false,
        dateOrder: null,
        decimalMark: null,
        meanings: {},
        isPlatform: false,
      };
      // Each odd cell is once alone in a good row, and then there are rows of several odd cells.
      const cellRows = Array.from({ length: 400 }, (_, index) => {
        const word = uniqueWord();
        const good = fields.map((field) =>
          field === "email"
            ? `${word}@example.org`
            : field === "sourceId"
              ? word
              : (GOOD_CELLS[field] ?? ""),
        );
        const changes = index < 300 ? 1 : 1 + Math.floor(random() * 5);
        return Array.from({ length: changes }).reduce<string[]>(
          (row) => row.with(Math.floor(random() * row.length), pick(ODD_CELLS)),
          good,
        );
      });
      await withRollback(async (tx) => {
        const importer = await createImporter(tx);
        const rows = cellRows.map((cells) => ({
          cells: cells.map((cell) => cell.replaceAll("\0", "").toWellFormed()),
          ...readImportRow(kind, file, cells),
        }));
        const id = await importer.stage(rows, { kind });
        const counts = await importer.check(id);
        expect(
          counts.ready + counts.lookalike + counts.duplicate + counts.skipped + counts.problem,
        ).toBe(400);
        expect(counts.ready).toBeGreaterThan(100);
        const unnamed = await tx`
          select staged.cells from public.import_rows as staged
          join public.import_verdicts as verdict using (import_id, row_number)
          where import_id = ${id} and verdict.outcome = 'problem' and staged.problems = '[]' and verdict.problem is null`;
        expect([...unnamed]).toEqual([]);
        await importer.store(id, true, false);
        const [stored] = await tx<[{ stored_count: number }]>`
          select stored_count from public.imports where id = ${id}`;
        expect(stored.stored_count).toBe(counts.ready + counts.lookalike);
      });
    }
  }
});

test.each(IMPORT_KINDS)(
  "a row of %s that has a problem isn't read as anything but text",
  async (kind) => {
    await withRollback(async (tx) => {
      const importer = await createImporter(tx);
      const broken = {
        amount: "n/a",
        hours: "3:30",
        receivedOn: "soon",
        isAnonymous: "?",
        tags: "a",
      };
      const id = await importer.stage([{ fields: broken, problems: ["Hours (“3:30”)"] }], { kind });
      expect(await importer.check(id)).toMatchObject({ problem: 1 });
    });
  },
);
