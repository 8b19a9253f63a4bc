import type { EndpointDefinition, ParsedInput } from "../../_shared/contracts/endpoint.ts";
import type { ImportKind } from "../../_shared/contracts/choices.ts";
import { importEndpoints } from "../../_shared/contracts/imports.ts";
import { stateLateReason } from "../../_shared/donations/queries/late-reason.ts";
import { AppError, toAppError } from "../../_shared/errors.ts";
import { exportCsv } from "../../_shared/http/csv-export.ts";
import { type Call, implement, requireFound, requireNoun } from "../../_shared/http/handlers.ts";
import { shouldRecordDemoMoney } from "../../_shared/http/services.ts";
import { runInBackground } from "../../_shared/http/in-background.ts";
import type { CsvColumn } from "../../_shared/rules/csv.ts";
import {
  IMPORT_FIELDS,
  findMappingProblem,
  findSourceProblem,
} from "../../_shared/rules/imports/formats.ts";
import { listUnusualDays } from "../../_shared/rules/imports/list-unusual-days.ts";
import { readImportRow } from "../../_shared/rules/imports/read-row.ts";
import { createImportedFile } from "../../_shared/rules/imports/row-cells.ts";
import { findMeaningsProblem } from "../../_shared/rules/imports/words.ts";
import {
  beginStep,
  discardImport,
  failStep,
  findImport,
  type ImportStep,
  listImports,
  listRows,
  type NewImport,
  openRowList,
  type RowWithVerdict,
  runStep,
  stageRows,
  startImport,
  readToday,
} from "./queries.ts";

const requireImport = requireNoun("import");

/** Postgres can't store null characters and halves of characters. A file in an unknown encoding may have both. */
const toStorableText = (cell: string): string => cell.replaceAll("\0", "").toWellFormed();

const describeLookalike = (kind: ImportKind, name: string): string => {
  if (kind === "donations") return `Looks like a donation from ${name}.`;
  return kind === "volunteers" ? `${name} has this email address.` : `Looks like ${name}.`;
};

function requireNoProblem(path: string, message: string | null): void {
  if (message === null) return;
  throw new AppError("validation_failed", { issues: [{ path, message }] });
}

function requireMapping({ kind, source, mapping, headings, meanings }: NewImport): void {
  const fields = new Set<string>(IMPORT_FIELDS);
  const isKnown = Object.entries(mapping).every(
    ([field, column]) => fields.has(field) && column < headings.length,
  );
  const message = isKnown
    ? findMappingProblem(kind, mapping)
    : "Choose columns that are in this file.";
  requireNoProblem("mapping", message);
  requireNoProblem("source", findSourceProblem(source, mapping));
  if (kind === "donations") {
    requireNoProblem("meanings", findMeaningsProblem(headings, mapping, meanings));
  }
}

const EXPECTED_FAILURES: ReadonlySet<string> = new Set(["import_refused", "books_closed"]);

/** Starts a step, which may take longer than a request, and returns the import at once. */
async function startStep(
  { asCaller }: Pick<Call<EndpointDefinition>, "asCaller">,
  id: string,
  step: ImportStep,
  choices?: ParsedInput<typeof importEndpoints.storeImport>["body"],
) {
  const record = await asCaller(async (sql) => {
    await beginStep(sql, id, step, choices);
    return requireImport(await findImport(sql, id));
  });
  runInBackground(`${step} an import`, async () => {
    try {
      await asCaller(async (sql) => {
        await stateLateReason(sql, choices?.lateReason);
        await runStep(sql, id, step);
      });
    } catch (error) {
      const { code, message, issues } = toAppError(error);
      const lateIssue = issues?.find(({ path }) => path === "lateReason");
      await asCaller((sql) => failStep(sql, id, lateIssue?.message ?? message));
      if (!lateIssue && !EXPECTED_FAILURES.has(code)) throw error;
    }
  });
  return record;
}

export default implement(importEndpoints, {
  listImports: ({ asCaller }) => asCaller(listImports),
  startImport: ({ asCaller, body, once, services }) => {
    requireMapping(body);
    return asCaller((sql) =>
      once(sql, async () => {
        const isDemo = shouldRecordDemoMoney(services);
        const newImport = { ...body, headings: body.headings.map(toStorableText) };
        return requireFound(await findImport(sql, await startImport(sql, newImport, isDemo)));
      }),
    );
  },
  getImport: async ({ asCaller, params: { id } }) =>
    requireImport(await asCaller((sql) => findImport(sql, id))),
  addImportRows: ({ asCaller, params: { id }, body: { firstRow, rows } }) =>
    asCaller(async (sql) => {
      const record = requireImport(await findImport(sql, id));
      const file = createImportedFile(record);
      const today = await readToday(sql);
      await stageRows(
        sql,
        id,
        rows.map((cells, index) => {
          const row = readImportRow(record.kind, file, cells);
          return {
            ...row,
            rowNumber: firstRow + index,
            cells: cells.map(toStorableText),
            fields: { ...row.fields, unusualDays: listUnusualDays(row, today) },
          };
        }),
      );
      return { rowCount: rows.length };
    }),
  checkImport: (call) => startStep(call, call.params.id, "check"),
  storeImport: (call) => startStep(call, call.params.id, "store", call.body),
  undoImport: (call) => startStep(call, call.params.id, "undo"),
  discardImport: ({ asCaller, params: { id } }) =>
    asCaller(async (sql) => {
      await discardImport(sql, id);
      return requireImport(await findImport(sql, id));
    }),
  listImportRows: ({ asCaller, params: { id }, query: { outcome } }) =>
    asCaller((sql) => listRows(sql, id, outcome)),
  downloadImportRows: async (call) => {
    const { id } = call.params;
    // The import is read as the caller, because its kind decides which administrators may read it.
    const { headings, kind } = requireImport(await call.asCaller((sql) => findImport(sql, id)));
    const columns: readonly CsvColumn<RowWithVerdict>[] = [
      ...headings.map((heading, index) => ({
        heading,
        cell: ({ cells }: RowWithVerdict) => cells[index] ?? "",
      })),
      {
        heading: "Problem",
        cell: ({ problems, lookalike }) =>
          [...problems, ...(lookalike ? [describeLookalike(kind, lookalike.name)] : [])].join(" "),
      },
    ];
    const { outcome } = call.query;
    return exportCsv(call, {
      name: `${outcome}-rows`,
      columns,
      open: (sql) => openRowList(sql, id, outcome),
    });
  },
});
