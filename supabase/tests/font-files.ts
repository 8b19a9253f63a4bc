import { readFileSync } from "node:fs";

/** Returns the fonts that the migration stores. */
export function readMigratedFonts() {
  const migration = readFileSync("supabase/migrations/20261120000155_fonts.sql", "utf8");
  const files = [...migration.matchAll(/decode\(\s*'([^']+)'/g)];
  const [regular, bold, serif] = files.map(([, base64 = ""]) => Buffer.from(base64, "base64"));
  if (!regular || !bold || !serif) throw new Error("The migration has no fonts");
  return { regular, bold, serif };
}
