import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "../../local/machine/paths.ts";

interface WranglerConfig {
  readonly compatibility_date: string;
  readonly workers_dev: boolean;
  readonly preview_urls: boolean;
  readonly observability: { readonly enabled: boolean };
  readonly secrets: { readonly required: readonly string[] };
  readonly assets: { readonly run_worker_first: readonly string[] };
}

export interface WorkerOptions {
  readonly edgeSecret: string;
  readonly siteFolder: string;
  readonly codeFolder: string;
  /** The host and port of a double of Cloudflare's cache. Without it, the Worker's cache fails. */
  readonly cacheAddress: string | undefined;
}

/** Reads web/edge/wrangler.jsonc, whose comments are on separate lines. */
export async function readWranglerConfig(): Promise<WranglerConfig> {
  const text = await readFile(path.join(projectRoot, "web/edge/wrangler.jsonc"), "utf8");
  const json = text.replaceAll(/^\s*\/\/.*$/gm, "").replaceAll(/,(?=\s*[\]}])/g, "");
  return JSON.parse(json) as WranglerConfig;
}

const quote = (text: string): string =>
  `"${text.replaceAll(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;

/**
 * Returns workerd's configuration of the Worker and of the files in front of it, as wrangler would deploy them.
 * wrangler reads `_headers` and `_redirects` itself and applies `_redirects` before the Worker, even if `.assetsignore`
 * lists that file.
 */
export async function createWorkerdConfig(options: WorkerOptions): Promise<string> {
  const { compatibility_date: date, assets } = await readWranglerConfig();
  const readSiteFile = (name: string) =>
    readFile(path.join(options.siteFolder, name), "utf8").catch(() => undefined);
  const assetsConfig = JSON.stringify({
    run_worker_first: assets.run_worker_first,
    headers: await readSiteFile("_headers"),
    redirects: await readSiteFile("_redirects"),
  });
  // The first module is the Worker's entry.
  const names = [
    "cloudflare.js",
    "pages.js",
    ...globSync("shared/*.js", { cwd: options.codeFolder }),
  ];
  const modules = await Promise.all(
    names.map(async (name) => {
      const code = await readFile(path.join(options.codeFolder, name), "utf8");
      return `(name = ${quote(name)}, esModule = ${quote(code)})`;
    }),
  );
  const { cacheAddress } = options;
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = .worker),
    (name = "site", assets = (
      path = ${quote(options.siteFolder)},
      config = ${quote(assetsConfig)},
      userWorker = "worker",
    )),
    (name = "internet", network = (allow = ["local"])),
    ${cacheAddress ? `(name = "cache", external = (address = ${quote(cacheAddress)}, http = ())),` : ""}
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "site")],
);
const worker :Workerd.Worker = (
  modules = [${modules.join(",\n")}],
  compatibilityDate = ${quote(date)},
  bindings = [
    (name = "ASSETS", service = (name = "site", entrypoint = "AssetWorker")),
    (name = "EDGE_SECRET", text = ${quote(options.edgeSecret)}),
    (name = "VERSION", json = ${quote('{"id":"1"}')}),
  ],
  ${cacheAddress ? 'cacheApiOutbound = "cache",' : ""}
);
`;
}
