import type { MigrationFile } from "./migrations.ts";
import { QUOTED_TEXT, splitStatements, type Statement } from "./statements.ts";

/**
 * Statements that `supabase db push` can't run, with the reason. It sends all of a migration's statements at once, in one
 * implicit transaction, and runs them one by one if it finds a statement that Postgres refuses in a transaction.
 */
const REFUSED_STATEMENTS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /^(?:lock|savepoint|release|rollback\s+to|declare)\b/i,
    "Postgres refuses this outside of a transaction block, and `supabase db push` doesn't open one. Do it in a `do` block.",
  ],
  [
    /^(?:\\|copy\b[\s\S]*\bfrom\s+stdin\b)/i,
    "Only psql understands this, and `supabase db push` doesn't use it. Write SQL, such as an `insert`.",
  ],
  [
    /^(?:(?:create|drop)\s+(?:database|tablespace)|create\s+subscription|discard\s+all|reindex\b[\s\S]*\b(?:database|system|schema)\b|set\s+transaction|alter\s+table\b[\s\S]*\bdetach\b[\s\S]*\bconcurrently)\b/i,
    "`supabase db push` can't run this in a migration. Leave it out, and say in the changelog what to run by hand.",
  ],
  [
    /^(?:begin|start\s+transaction|commit|end|rollback|abort|vacuum|cluster|alter\s+system|(?:create|drop|reindex)\b[\s\S]*\bconcurrently)\b/i,
    "This ends the migration's transaction. If a later statement failed, `supabase db push` couldn't be repeated. Leave it out.",
  ],
];

const ADDED_ENUM_VALUE =
  /^alter\s+type\s+(\S+)\s+add\s+value\s+(?:if\s+not\s+exists\s+)?('(?:[^']|'')+')/i;
const ROUTINE = /^create\s+(?:or\s+replace\s+)?(?:function|procedure)\b/i;

/** The time that the CLI needs to find the end of a text between dollar signs grows with the square of its length. */
const LONGEST_DOLLAR_TEXT = 50_000;

/** Lists the statements that `supabase db push` couldn't run, or couldn't undo if a later one failed. */
export function findUnpushableStatements({ file, text }: MigrationFile): string[] {
  const statements = splitStatements(text);
  const problems = [
    ...statements.map((statement) => ({ statement, reason: findReason(statement) })),
    ...findUsesOfAddedEnumValues(statements),
  ];
  return problems.flatMap(({ statement: { line, text: statementText }, reason }) =>
    reason === undefined ? [] : [`${file}:${line}: \`${statementText.split("\n")[0]}\`. ${reason}`],
  );
}

function findReason({ words, text }: Statement): string | undefined {
  const quotedTexts = text.length > LONGEST_DOLLAR_TEXT ? (text.match(QUOTED_TEXT) ?? []) : [];
  return quotedTexts.some((quoted) => quoted.startsWith("$") && quoted.length > LONGEST_DOLLAR_TEXT)
    ? "`supabase db push` takes minutes for a text of this length between dollar signs. Use single quotes."
    : REFUSED_STATEMENTS.find(([pattern]) => pattern.test(words))?.[1];
}

/** Postgres accepts a new value of an existing type only after the transaction that adds it. */
function findUsesOfAddedEnumValues(statements: readonly Statement[]) {
  const reason = "Postgres can't use this value in the migration that adds it. Use it in the next.";
  return statements.flatMap(({ text }, index) => {
    const [, type, value] = ADDED_ENUM_VALUE.exec(text) ?? [];
    if (type === undefined || value === undefined) return [];
    const isNewType = statements
      .slice(0, index)
      .some(({ words }) => /^create\s+type\s+(\S+)/i.exec(words)?.[1] === type);
    return isNewType
      ? []
      : statements
          .slice(index + 1)
          .filter((later) => later.text.includes(value) && !ROUTINE.test(later.words))
          .map((statement) => ({ statement, reason }));
  });
}
