import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ChildProcesses } from "../machine/child-processes.ts";
import { isViteInstalled } from "../machine/binaries.ts";
import { projectRoot } from "../machine/paths.ts";
import { Problem, FILE_ERROR_MESSAGES } from "../machine/problem.ts";

/** Everything that a build of the site depends on. Tests and build output are excluded below. */
const inputPaths = [
  "web",
  "supabase/functions/_shared/contracts",
  "supabase/functions/_shared/html",
  "supabase/functions/_shared/rules",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
const ignoredNames = new Set(["node_modules", "dist", "e2e", ".vite", ".wrangler", ".netlify"]);
const stampFile = ".built-from";

async function listFiles(fileOrFolder: string): Promise<string[]> {
  const entries = await readdir(fileOrFolder, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOTDIR") return "file" as const;
      if (error.code === "ENOENT") return [];
      throw error;
    },
  );
  if (entries === "file") return [fileOrFolder];
  const nestedFiles = entries
    .filter((child) => !ignoredNames.has(child.name) && !/\.test\.tsx?$/.test(child.name))
    .map((child) => listFiles(path.join(fileOrFolder, child.name)));
  return (await Promise.all(nestedFiles)).flat();
}

/** Returns a hash that changes only when a source, a dependency or a build variable changes. */
export async function hashInputs(
  root: string,
  environment: Record<string, string>,
): Promise<string> {
  const files = (
    await Promise.all(inputPaths.map((inputPath) => listFiles(path.join(root, inputPath))))
  )
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

export interface BuildFolders {
  site: string;
  /** Server-side code, for prerendering and web/edge. */
  server: string;
}

export const getBuildFolders = (dataDir: string): BuildFolders => ({
  site: path.join(dataDir, "site"),
  server: path.join(dataDir, "site-server"),
});

/** Records what the site was built from, so that the next start doesn't build it again. */
export const stampBuild = ({ site }: BuildFolders, hash: string): Promise<void> =>
  writeFile(path.join(site, stampFile), hash);

async function isBuildCurrent({ site, server }: BuildFolders, hash: string): Promise<boolean> {
  const requiredPaths = [
    path.join(site, "assets"),
    path.join(server, "prerender.js"),
    path.join(server, "edge"),
  ];
  if (!requiredPaths.every((file) => existsSync(file))) return false;
  const stamp = await readFile(path.join(site, stampFile), "utf8").catch(() => "");
  return stamp === hash;
}

async function runBuild(
  step: "bundle" | "pages",
  children: ChildProcesses,
  { site, server }: BuildFolders,
  environment: Record<string, string>,
  logPath: string,
): Promise<void> {
  if (!isViteInstalled())
    throw new Problem("Vite isn't installed. Run `npm ci`, then start again.");
  const log = await open(logPath, "w", 0o600);
  const script = path.join(projectRoot, "web/prerender/build.ts");
  const args = [script, step, "--site", site, "--server", server];
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
  const { bavail } = await statfs(site);
  throw explainFailedBuild(await readFile(logPath, "utf8"), bavail);
}

/** Explains a failed build. A full disk often cuts off the log before the reason, so check the free blocks too. */
export function explainFailedBuild(log: string, freeBlocks: number): Problem {
  if (freeBlocks === 0 || /ENOSPC|No space left on device/.test(log)) {
    return new Problem(FILE_ERROR_MESSAGES.ENOSPC);
  }
  return new Problem(`Couldn't build the site:\n${log.trim().split("\n").slice(-25).join("\n")}`);
}

/** Bundles the site unless the inputs are unchanged. Returns whether it did. */
export async function buildSite(
  children: ChildProcesses,
  folders: BuildFolders,
  environment: Record<string, string>,
  logDir: string,
): Promise<boolean> {
  const hash = await hashInputs(projectRoot, environment);
  if (await isBuildCurrent(folders, hash)) return false;
  await mkdir(folders.site, { recursive: true });
  await runBuild("bundle", children, folders, environment, path.join(logDir, "site-build.log"));
  await stampBuild(folders, hash);
  return true;
}

/**
 * Prerenders the pages with current content from the API. If that fails, logs it and uses the built-in content, which is
 * better than no site.
 */
export async function prerenderPages(
  children: ChildProcesses,
  folders: BuildFolders,
  environment: Record<string, string>,
  logDir: string,
  log: (line: string) => void,
): Promise<void> {
  const logPath = path.join(logDir, "site-pages.log");
  try {
    await runBuild("pages", children, folders, environment, logPath);
  } catch (error) {
    if (!(error instanceof Problem) || !environment.PRERENDER_API_URL) throw error;
    log(`The pages have only their built-in content. ${error.message}`);
    await runBuild("pages", children, folders, { ...environment, PRERENDER_API_URL: "" }, logPath);
  }
}
