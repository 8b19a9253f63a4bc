import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const web = fileURLToPath(new URL("..", import.meta.url));
const configFile = path.join(web, "vite.config.ts");

export interface SiteFolders {
  /** What a CDN publishes. */
  readonly site: string;
  /** What the prerenderer needs: the server build, the template, the manifest. */
  readonly server: string;
}

/** The site for browsers, and the same pages for the prerenderer. */
export const bundleSite = async ({ site, server }: SiteFolders): Promise<void> => {
  await rm(server, { recursive: true, force: true });
  await build({ root: web, configFile, build: { outDir: site, emptyOutDir: true } });
  await build({
    root: web,
    configFile,
    logLevel: "warn",
    build: {
      ssr: "src/app/prerender.tsx",
      outDir: server,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: "prerender.js" } },
    },
  });
  await mkdir(server, { recursive: true });
  await rename(path.join(site, ".vite/manifest.json"), path.join(server, "manifest.json"));
  await rm(path.join(site, ".vite"), { recursive: true });
  await rename(path.join(site, "index.html"), path.join(server, "template.html"));
};
