import type { MigrationFile, ReleasedMigrations } from "./migrations.ts";
import { splitStatements, type Statement } from "./statements.ts";

const UNUSED_SINCE = /^-- Unused since (\d+\.\d+\.\d+)\./;

/** Anything that can be dropped without breaking functions that still use its name. */
const HARMLESS_TO_DROP = "constraint|not\\s+null|index|policy|trigger";

/** Statements that take away what the last release's functions use: names, values, rows and permissions. */
const BREAKING_PARTS: readonly RegExp[] = [
  new RegExp(`\\bdrop\\s+(?!(?:${HARMLESS_TO_DROP})\\b)\\w+`, "gi"),
  /\brename\s+(?!constraint\b)\w+/gi,
  /\bset\s+schema\b/gi,
  /\balter\s+(?:column\s+)?\S+\s+(?:set\s+data\s+)?type\s/gi,
  /\bset\s+not\s+null\b/gi,
  /\b(?:add|set)\s+generated\s+always\b/gi,
  /\badd\s+(?:constraint\s+\S+\s+)?(?:check|unique|primary\s+key|foreign\s+key|exclude|not\s+null)\b/gi,
  /\bcreate\s+unique\s+index\b/gi,
  /\benable\s+row\s+level\s+security\b/gi,
  /\brevoke\b/gi,
  /\bdelete\s+from\b/gi,
  /\btruncate\b/gi,
];

/** The name after `on`, `table`, `function` and the like, without its schema's quotes. */
const NAME = "(?:if\\s+(?:not\\s+)?exists\\s+)?(?:only\\s+)?([\\w.]+)";
const CREATED_OBJECT = new RegExp(
  `^create\\s+(?:or\\s+replace\\s+)?(?:unlogged\\s+)?(?:table|view|materialized\\s+view|function|procedure|type|domain|sequence|schema)\\s+${NAME}`,
  "i",
);
/** What a statement changes, by its form. */
const CHANGED_OBJECTS: readonly RegExp[] = [
  new RegExp(`^alter\\s+(?:materialized\\s+)?\\w+\\s+${NAME}`, "i"),
  new RegExp(`^(?:delete\\s+from|truncate(?:\\s+table)?)\\s+${NAME}`, "i"),
  new RegExp(`^create\\s+unique\\s+index\\b[\\s\\S]*?\\bon\\s+${NAME}`, "i"),
  new RegExp(
    `^revoke\\b[\\s\\S]*?\\bon\\s+(?:table\\s+|function\\s+|procedure\\s+|sequence\\s+|schema\\s+|type\\s+)?${NAME}`,
    "i",
  ),
];
/** A policy or trigger with the table that has it. Its name is quoted or not. */
const DROPPED_RULE =
  /^drop\s+(policy|trigger)\s+(?:if\s+exists\s+)?(?:"[^"]*"|\S+)\s+on\s+([\w.]+)/i;
const CREATED_RULE =
  /^create\s+(?:or\s+replace\s+)?(?:constraint\s+)?(policy|trigger)\b[\s\S]*?\son\s+([\w.]+)/i;

/**
 * Lists the statements that could break the last release, whose functions run on this schema. A migration may take away only
 * what that release doesn't use, and says so in a comment.
 */
export function findBreakingStatements(
  releases: readonly ReleasedMigrations[],
  added: readonly MigrationFile[],
): string[] {
  const versions = new Set(releases.map(({ version }) => version));
  const migrations = added.map(({ file, text }) => ({
    file,
    lines: text.split("\n"),
    statements: splitStatements(text),
  }));
  const allStatements = migrations.flatMap(({ statements }) => statements);
  const newObjects = new Set(
    allStatements.flatMap(({ words }) => CREATED_OBJECT.exec(words)?.[1]?.toLowerCase() ?? []),
  );
  return migrations.flatMap(({ file, lines, statements }) =>
    statements.flatMap((statement) => {
      const breakingLines = isAboutNewObject(statement, newObjects)
        ? []
        : findBreakingLines(statement, statements);
      if (breakingLines.length === 0) return [];
      const unusedSince = findUnusedSince(lines.slice(0, statement.line - 1));
      if (unusedSince !== undefined && versions.has(unusedSince)) return [];
      return breakingLines.map(
        (line) =>
          `${file}:${line} could break the last release: \`${lines[line - 1]?.trim()}\`. If that release doesn't need what this takes away, say so in a comment above the statement: \`-- Unused since ${releases.at(-1)?.version}.\``,
      );
    }),
  );
}

function isAboutNewObject({ words }: Statement, newObjects: ReadonlySet<string>): boolean {
  const name = CHANGED_OBJECTS.map((pattern) => pattern.exec(words)?.[1]).find(Boolean);
  return name !== undefined && newObjects.has(name.toLowerCase());
}

function findBreakingLines(statement: Statement, statements: readonly Statement[]): number[] {
  const { line, words, text } = statement;
  if (/^create\s+(?!unique\b)/i.test(words)) return [];
  // A block runs what its text says, which may be built from strings.
  const searchedText = /^do\b/i.test(words) ? text : words;
  const lines = BREAKING_PARTS.flatMap((pattern) =>
    [...searchedText.matchAll(pattern)].map(
      ({ index }) => line + searchedText.slice(0, index).split("\n").length - 1,
    ),
  );
  return isRuleDroppedForGood(statement, statements)
    ? [line]
    : [...new Set(lines)].toSorted((a, b) => a - b);
}

/** Without its policy, a table's rows disappear, and without its trigger, columns stay empty. */
function isRuleDroppedForGood({ text }: Statement, statements: readonly Statement[]): boolean {
  const [, kind, table] = DROPPED_RULE.exec(text) ?? [];
  if (kind === undefined || table === undefined) return false;
  return !statements.some((other) => {
    const [, createdKind, createdTable] = CREATED_RULE.exec(other.text) ?? [];
    return createdKind?.toLowerCase() === kind.toLowerCase() && createdTable === table;
  });
}

/** Reads the comment right above a statement. */
function findUnusedSince(linesAbove: readonly string[]): string | undefined {
  const previousEnd = linesAbove.findLastIndex((above) => above === "" || above.endsWith(";"));
  return linesAbove
    .slice(previousEnd + 1)
    .map((above) => UNUSED_SINCE.exec(above)?.[1])
    .find((version) => version !== undefined);
}
