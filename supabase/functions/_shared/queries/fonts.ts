import type { Sql } from "../clients/database.ts";

/** Returns the TrueType file of a font. */
export async function readFontFile(sql: Sql, name: string): Promise<Uint8Array> {
  const [font] = await sql<{ file: Uint8Array }[]>`
    select file from private.fonts where name = ${name}`;
  if (font === undefined) throw new Error(`The font ${name} is missing.`);
  return font.file;
}
