import { readFile, writeFile } from "node:fs/promises";
import { replaceZipCodes, zipCodesMigration } from "./database/zip-codes.ts";

/* `npm run zip-codes` writes the list of ZIP codes into its migration. */
await writeFile(zipCodesMigration, replaceZipCodes(await readFile(zipCodesMigration, "utf8")));
