import type { ArchiveArea } from "../contracts/choices.ts";
import { LEFT_OUT_TABLES, TABLE_AREAS } from "../contracts/table-facts.ts";

const REASONS: Readonly<Record<(typeof LEFT_OUT_TABLES)[keyof typeof LEFT_OUT_TABLES], string>> = {
  secrets: "It contains secrets or their hashes.",
  computed: "It's computed from other tables.",
  operation: "It's only used to run this site.",
  undo: "It only lists what to move back if a merge is undone.",
  staged: "It only holds rows of files that haven't been imported yet.",
};

interface ArchivedColumn {
  readonly tableName: string;
  readonly tableComment: string | null;
  readonly columnName: string;
  readonly type: string;
  readonly columnComment: string | null;
}

interface ArchiveOrigin {
  readonly area: ArchiveArea;
  readonly createdAt: string;
  readonly finishedAt: string;
}

const TITLES: Readonly<Record<ArchiveArea, string>> = {
  owner: "Everything that this site stores, one CSV file per table.",
  giving: [
    "Everything that this site stores about donations and donors, one CSV file per table.",
    "An owner can download everything else, such as emails, volunteers, events and the texts on the site.",
  ].join("\n"),
};

/** Returns the text that explains the archive's files and columns to people. */
export function createArchiveReadme(
  columns: readonly ArchivedColumn[],
  rowCounts: ReadonlyMap<string, number>,
  { area, createdAt, finishedAt }: ArchiveOrigin,
): string {
  const leftOut = Object.entries(LEFT_OUT_TABLES).filter(
    ([table]) => area === "owner" || TABLE_AREAS[table] === area,
  );
  const sections = [...rowCounts].map(([table, rowCount]) => {
    const ownColumns = columns.filter(({ tableName }) => tableName === table);
    const lines = ownColumns.map(({ columnName, type, columnComment }) =>
      [`  ${columnName} (${type})`, columnComment].filter(Boolean).join(": "),
    );
    const title = `${table}.csv: ${rowCount} rows`;
    return [title, ownColumns[0]?.tableComment ?? "", ...lines].filter(Boolean).join("\n");
  });
  return [
    TITLES[area],
    [
      `Read from the database between ${createdAt} and ${finishedAt}.`,
      "Rows that changed in the meantime may be as they were before or after the change.",
    ].join("\n"),
    [
      "The files are in UTF-8, with a comma between cells and quotation marks where needed. Times are in UTC, money is in",
      "US dollars, and an empty cell means no value. Text that could be mistaken for a formula starts with an apostrophe,",
      "which this site's import removes. Amounts in donations.csv are what was charged: subtract adjusted_amount, and leave",
      "out rows without completed_at. Once real payments have started, demo and test money is left out. Pictures and reports",
      "are separate files and aren't included.",
    ].join("\n"),
    ...sections,
    ["Left out:", ...leftOut.map(([table, reason]) => `  ${table}: ${REASONS[reason]}`)].join("\n"),
  ].join("\n\n");
}
