import { generateTypescript, sortGeneratorMetadata } from "@supabase/postgrest-typegen/generation";
import { introspect } from "@supabase/postgrest-typegen/introspection";
import postgres from "postgres";
import { formatSource, writeOrCompare } from "./generated-file.ts";

const typesPath = "supabase/functions/_shared/database-types.ts";

/** Generates the output of `supabase gen types` with the library it uses, because the command itself needs Docker. */
async function generateTypes(databaseUrl: string): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const query = async (text: string) => ({ rows: [...(await sql.unsafe(text))] });
    const metadata = await introspect({ query }, { includedSchemas: ["public"] });
    return await generateTypescript(sortGeneratorMetadata(metadata), {
      detectOneToOneRelationships: true,
    });
  } finally {
    await sql.end();
  }
}

export async function checkDatabaseTypes(databaseUrl: string, shouldWrite: boolean): Promise<void> {
  await writeOrCompare(
    typesPath,
    await formatSource(await generateTypes(databaseUrl)),
    shouldWrite,
  );
}
