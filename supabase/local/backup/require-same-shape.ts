import type { TransactionSql } from "postgres";
import { Problem } from "../machine/problem.ts";
import type { Manifest, TableBackup } from "./manifest.ts";
import { listSequences, listTables, type TableShape } from "./tables.ts";

/**
 * Throws unless the backup has exactly the tables, columns and sequences that the migrations created. Auth's tables may
 * have more columns in a project that runs a newer version of Auth.
 */
export async function requireSameShape(
  tx: TransactionSql,
  { tables, sequences }: Pick<Manifest, "tables" | "sequences">,
): Promise<void> {
  const shapes = await listTables(tx);
  const ownSequences = await listSequences(tx, shapes);
  requireSameNames("tables", shapes, tables);
  requireSameNames("sequences", ownSequences, sequences);
  for (const table of tables) {
    requireSameColumns(
      table,
      shapes.find(({ name }) => name === table.name)!,
    );
  }
}

interface Named {
  readonly name: string;
}

function requireSameNames(
  kind: "tables" | "sequences",
  expected: readonly Named[],
  actual: readonly Named[],
): void {
  const expectedNames = expected.map(({ name }) => name);
  const actualNames = actual.map(({ name }) => name);
  const missing = expectedNames.filter((name) => !actualNames.includes(name)).join(", ");
  const unknown = actualNames.filter((name) => !expectedNames.includes(name)).join(", ");
  if (missing !== "") throw new Problem(`The backup lacks these ${kind}: ${missing}.`);
  if (unknown !== "") {
    throw new Problem(`The backup has ${kind} that the migrations don't create: ${unknown}.`);
  }
  if (new Set(actualNames).size < actual.length) {
    throw new Problem(`The backup has one of its ${kind} twice.`);
  }
}

function requireSameColumns(table: TableBackup, shape: TableShape): void {
  const { name, columns } = table;
  const missingColumns = columns.filter((column) => !shape.columns.includes(column));
  if (missingColumns.length > 0) {
    throw new Problem(
      `${name} lacks ${missingColumns.join(", ")} in this project, so the rows don't fit. If it is one of Auth's tables, restore into a project whose Auth is at least as new.`,
    );
  }
  if (name.startsWith("auth.")) return;
  const isSame =
    columns.join() === shape.columns.join() &&
    table.generatedColumns.join() === shape.generatedColumns.join();
  if (!isSame) throw new Problem(`The backup doesn't have the columns of ${name}.`);
}
