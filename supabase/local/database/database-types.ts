import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "../machine/paths.ts";
import { Problem } from "../machine/problem.ts";
import { runSupabaseCli } from "./supabase-cli.ts";

const typesPath = "supabase/functions/_shared/database-types.ts";

/** Formats inside of the checkout, where the formatter finds the project's settings. */
async function format(source: string): Promise<string> {
  const folder = await mkdtemp(path.join(projectRoot, "supabase/functions/_shared/.types-"));
  try {
    const file = path.join(folder, "database-types.ts");
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

export async function checkDatabaseTypes(
  databaseUrl: string,
  home: string,
  write: boolean,
): Promise<void> {
  const { code, output } = await runSupabaseCli(
    ["gen", "types", "--lang", "typescript", "--schema", "public"],
    databaseUrl,
    home,
  );
  if (code !== 0) throw new Problem(`The types could not be generated:\n${output}`);
  const generated = await format(output);
  const file = path.join(projectRoot, typesPath);
  if (write) return writeFile(file, generated);
  const committed = await readFile(file, "utf8").catch(() => "");
  if (committed !== generated) {
    throw new Problem(`${typesPath} is not what the migrations make. Run \`npm run gen:types\`.`);
  }
}
