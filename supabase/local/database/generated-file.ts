import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "../machine/paths.ts";
import { Problem } from "../machine/problem.ts";

/** Writes a file that is generated from the migrated database, or fails when the committed one differs. */
export async function writeOrCompare(
  file: string,
  generatedText: string,
  shouldWrite: boolean,
): Promise<void> {
  const target = path.join(projectRoot, file);
  if (shouldWrite) return writeFile(target, generatedText);
  const committedText = await readFile(target, "utf8").catch(() => "");
  if (committedText !== generatedText) {
    throw new Problem(`${file} doesn't match the migrations. Run \`npm run gen:types\`.`);
  }
}
