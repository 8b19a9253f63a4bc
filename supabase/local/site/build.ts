import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ChildProcesses } from "../machine/child-processes.ts";
import { viteInstalled } from "../machine/binaries.ts";
import { projectRoot } from "../machine/paths.ts";
import { Problem } from "../machine/problem.ts";

/** Everything a build of the site can depend on; tests and earlier builds are not part of it. */
const inputs = [
  "web",
  "supabase/functions/_shared/contracts",
  "supabase/functions/_shared/rules",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
const ignored = new Set(["node_modules", "dist", "e2e", ".vite"]);
const stampFile = ".built-from";

async function listFiles(entry: string): Promise<string[]> {
  const found = await readdir(entry, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOTDIR") return "file" as const;
      if (error.code === "ENOENT") return [];
      throw error;
    },
  );
  if (found === "file") return [entry];
  const nested = found
    .filter((child) => !ignored.has(child.name) && !/\.test\.tsx?$/.test(child.name))
    .map((child) => listFiles(path.join(entry, child.name)));
  return (await Promise.all(nested)).flat();
}

/** Changes whenever a source, a dependency or a build variable does, and only then. */
export async function hashInputs(
  root: string,
  environment: Record<string, string>,
): Promise<string> {
  const files = (await Promise.all(inputs.map((entry) => listFiles(path.join(root, entry)))))
    .flat()
    .sort();
  const hash = createHash("sha256");
  for (const file of files) {
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(await readFile(file))
      .update("\0");
  }
  for (const name of Object.keys(environment).sort()) hash.update(`${name}=${environment[name]}\0`);
  return hash.digest("hex");
}

async function isCurrent(folder: string, hash: string): Promise<boolean> {
  if (!existsSync(path.join(folder, "index.html"))) return false;
  const stamp = await readFile(path.join(folder, stampFile), "utf8").catch(() => "");
  return stamp === hash;
}

async function runVite(
  children: ChildProcesses,
  folder: string,
  environment: Record<string, string>,
  logPath: string,
): Promise<void> {
  if (!viteInstalled()) throw new Problem("Vite is not installed. Run `npm ci`, then start again.");
  const log = await open(logPath, "w", 0o600);
  const vite = path.join(projectRoot, "node_modules/vite/bin/vite.js");
  const args = [vite, "build", "web", "--outDir", folder, "--emptyOutDir"];
  let code: number | null;
  try {
    const child = children.start(process.execPath, args, {
      cwd: projectRoot,
      env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1", ...environment },
      stdio: ["ignore", log.fd, log.fd],
    });
    code = await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", resolve);
    });
  } finally {
    await log.close();
  }
  if (code === 0) return;
  const lines = (await readFile(logPath, "utf8")).trim().split("\n").slice(-25).join("\n");
  throw new Problem(`The site could not be built:\n${lines}`);
}

/** Builds unless the build in the folder is provably of these inputs; answers whether it built. */
export async function buildSite(
  children: ChildProcesses,
  folder: string,
  environment: Record<string, string>,
  logDir: string,
): Promise<boolean> {
  const hash = await hashInputs(projectRoot, environment);
  if (await isCurrent(folder, hash)) return false;
  await mkdir(folder, { recursive: true });
  await runVite(children, folder, environment, path.join(logDir, "site-build.log"));
  await writeFile(path.join(folder, stampFile), hash);
  return true;
}
