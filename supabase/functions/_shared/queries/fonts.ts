import type { Sql } from "../clients/database.ts";

/** Returns the TrueType files of the fonts, in the order of the names. */
export async function readFontFiles(
  sql: Sql,
  names: readonly string[],
): Promise<readonly Uint8Array[]> {
  const rows = await sql<{ file: Uint8Array }[]>`
    select font.file
    from unnest(${names}::text[]) with ordinality as wanted (name, place)
    join private.fonts as font using (name)
    order by place`;
  return rows.map(({ file }) => file);
}
