import { generateTypescript, sortGeneratorMetadata } from "@supabase/postgrest-typegen/generation";
import { introspect } from "@supabase/postgrest-typegen/introspection";
import postgres from "postgres";
import { formatSource, writeOrCompare } from "./generated-file.ts";

const typesPath = "supabase/functions/_shared/database-types.ts";

/**
 * Generates the types with the library that `supabase gen types` uses, because the command itself needs Docker. Of its
 * output, only the tables' rows are kept: postgres.js has no types for anything else.
 */
async function generateTypes(databaseUrl: string): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const query = async (text: string) => ({ rows: [...(await sql.unsafe(text))] });
    const metadata = await introspect({ query }, { includedSchemas: ["public"] });
    return keepRows(await generateTypescript(sortGeneratorMetadata(metadata)));
  } finally {
    await sql.end();
  }
}

const TABLE_ROW_PATTERN = /^ {6}(\w+): \{\n {8}Row: \{\n(.*?)^ {8}\}/gms;

function keepRows(source: string): string {
  const [json, database = ""] = source.split("export type Database = ");
  const [tables = ""] = database.split("\n    Views: {");
  const rows = [...tables.matchAll(TABLE_ROW_PATTERN)].map(
    ([, name, columns]) => `${name}: {\n${columns}}\n`,
  );
  return `${json}export interface Tables {\n${rows.join("")}}\n`;
}

export async function checkDatabaseTypes(databaseUrl: string, shouldWrite: boolean): Promise<void> {
  await writeOrCompare(
    typesPath,
    await formatSource(await generateTypes(databaseUrl)),
    shouldWrite,
  );
}
