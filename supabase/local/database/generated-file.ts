import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "../machine/paths.ts";
import { Problem } from "../machine/problem.ts";

/** Formats the source. Runs inside the checkout, where the formatter finds the project's settings. */
export async function formatSource(source: string): Promise<string> {
  const folder = await mkdtemp(path.join(projectRoot, "supabase/functions/_shared/.types-"));
  try {
    const file = path.join(folder, "generated.ts");
    await writeFile(file, source);
    execFileSync(process.execPath, [path.join(projectRoot, "node_modules/.bin/oxfmt"), file], {
      cwd: projectRoot,
      stdio: "pipe",
    });
    return await readFile(file, "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

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
