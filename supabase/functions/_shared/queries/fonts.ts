import type { Sql } from "../clients/database.ts";

/** Returns the picture of a printed card, as a JPEG. */
export async function readCardPicture(sql: Sql, isMemorial: boolean): Promise<Uint8Array> {
  const name = isMemorial ? "memorial" : "honor";
  const [picture] = await sql<{ file: Uint8Array }[]>`
    select file from private.card_pictures where name = ${name}`;
  if (picture === undefined) throw new Error(`The card picture ${name} is missing.`);
  return picture.file;
}

/** Returns the TrueType file of a font. */
export async function readFontFile(sql: Sql, name: string): Promise<Uint8Array> {
  const [font] = await sql<{ file: Uint8Array }[]>`
    select file from private.fonts where name = ${name}`;
  if (font === undefined) throw new Error(`The font ${name} is missing.`);
  return font.file;
}
