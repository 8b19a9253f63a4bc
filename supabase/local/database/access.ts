import postgres from "postgres";
import { writeOrCompare } from "./generated-file.ts";

/** Lists what the migrations let whom do, for `npm run check:deployment`. */
export async function checkAccess(databaseUrl: string, shouldWrite: boolean): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const rows = await sql<{ name: string; access: string }[]>`
      select name, access from private.list_access()`;
    const access = Object.fromEntries(rows.map(({ name, access }) => [name, access]));
    const text = `${JSON.stringify(access, undefined, 2)}\n`;
    await writeOrCompare("supabase/local/deployment/access.json", text, shouldWrite);
  } finally {
    await sql.end();
  }
}
