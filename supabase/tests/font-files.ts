import { readFileSync } from "node:fs";

/** Returns a card's picture that the migration stores. */
export function readMigratedCardPicture(): Uint8Array {
  const migration = readFileSync("supabase/migrations/20261120000157_card_pictures.sql", "utf8");
  return Buffer.from(/decode\(\s*'([^']+)'/.exec(migration)?.[1] ?? "", "base64");
}

/** Returns the fonts that the migration stores. */
export function readMigratedFonts() {
  const migration = readFileSync("supabase/migrations/20261120000155_fonts.sql", "utf8");
  const files = [...migration.matchAll(/decode\(\s*'([^']+)'/g)];
  const [regular, bold, serif] = files.map(([, base64 = ""]) => Buffer.from(base64, "base64"));
  if (!regular || !bold || !serif) throw new Error("The migration has no fonts");
  return { regular, bold, serif };
}
