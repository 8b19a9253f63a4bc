import { execFile } from "node:child_process";
import { promisify } from "node:util";
import path from "node:path";

const run = promisify(execFile);
const folder = import.meta.dirname;

/** The parts of Lighthouse's report that the bench reads. */
interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly id: string;
        readonly title: string;
        readonly score: number | null;
        readonly scoreDisplayMode: string;
        readonly numericValue?: number;
        readonly details?: unknown;
      }
    >
  >;
}

/** Installs Lighthouse next to this file. It's 74 packages that nothing else needs. */
export async function installLighthouse(): Promise<void> {
  await run("npm", ["ci", "--ignore-scripts"], { cwd: folder });
}

/** Returns Lighthouse's report on a page that it loads in the browser with this debugging port. */
export async function readReport(url: string, port: number): Promise<Report> {
  const cli = path.join(folder, "node_modules/lighthouse/cli/index.js");
  const { stdout } = await run(
    process.execPath,
    [cli, url, `--port=${port}`, "--quiet", "--output=json", "--no-enable-error-reporting"],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout) as Report;
}
