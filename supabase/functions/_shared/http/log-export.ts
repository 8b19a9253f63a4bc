import type { EndpointDefinition } from "../contracts/endpoint.ts";
import { listFixedFilters } from "../contracts/fixed-filters.ts";
import { isUnableToSave } from "../errors.ts";
import { insertExport } from "../queries/exports.ts";
import type { Call } from "./handlers.ts";

/** Parameters that don't say which rows are in the file. */
const OTHER_PARAMETERS: ReadonlySet<string> = new Set(["limit", "cursor", "sort", "totals"]);

const toSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/**
 * Returns the filters of a list with their values. Of a search, and of every other text that someone typed, it's only
 * said that there was one, because the audit log can't forget it.
 */
export function describeFilters(
  schema: EndpointDefinition["query"],
  query: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (schema === undefined) return {};
  const fixedNames = listFixedFilters(schema);
  return Object.fromEntries(
    Object.entries(query)
      .filter(([name, value]) => !OTHER_PARAMETERS.has(name) && value !== undefined && value !== "")
      .map(([name, value]) => [toSnakeCase(name), fixedNames.has(name) ? value : true]),
  );
}

/** Logs that an administrator downloaded a list: which one, how many rows and with which filters. */
export async function logExport(
  {
    caller,
    endpoint: { area, query: schema },
    query,
    services,
  }: Pick<Call<object>, "caller" | "endpoint" | "services"> & { readonly query: object },
  { name, rows }: { readonly name: string; readonly rows: number },
): Promise<void> {
  const filters = describeFilters(schema, query as Readonly<Record<string, unknown>>);
  const facts = { name, rows, ...filters };
  try {
    await services.database.as(caller, (sql) => insertExport(sql, area, facts));
  } catch (error) {
    // A database that can't save can't log either, but it can still be read.
    if (!isUnableToSave(error)) throw error;
  }
}
