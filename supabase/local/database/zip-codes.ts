import path from "node:path";
import zipcodes from "zipcodes";
import { projectRoot } from "../machine/paths.ts";

/** Once this migration is released, put a newer list into a new one. */
export const zipCodesMigration = path.join(
  projectRoot,
  "supabase/migrations/20261120000150_zip_codes.sql",
);

/** Returns the migration with the US ZIP codes of the npm package `zipcodes` as its list. */
export function replaceZipCodes(migration: string): string {
  const lines = Object.values(zipcodes.codes)
    .filter(({ country }) => country === "US")
    .toSorted((left, right) => left.zip.localeCompare(right.zip))
    .map(({ zip, city, state, latitude, longitude }) =>
      [zip, state, latitude, longitude, formatCity(city)].join(" "),
    );
  const list = lines.join("\n").replaceAll("'", "''");
  return migration.replace(/(?<=regexp_split_to_table\(').*(?=', '\\n'\))/su, () => list);
}

const formatCity = (city: string) => (/^[afd]po$/i.test(city) ? city.toUpperCase() : city);
