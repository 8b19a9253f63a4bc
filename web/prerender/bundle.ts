import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import { writeAssetList } from "./last-release.ts";

const webFolder = fileURLToPath(new URL("..", import.meta.url));
const configFile = path.join(webFolder, "vite.config.ts");

export interface SiteFolders {
  /** The folder that a CDN publishes. */
  readonly site: string;
  /** The folder with the prerenderer's input: the server build, the template and the manifest. */
  readonly server: string;
}

/** Makes dynamic imports throw in the edge functions, because only interactions in a browser need them. */
const forbidDynamicImports = (): Plugin => ({
  name: "forbid-dynamic-imports",
  enforce: "pre",
  resolveDynamicImport: () => "\0forbid-dynamic-imports",
  load: (id) =>
    id === "\0forbid-dynamic-imports"
      ? "throw new Error('Edge functions cannot use dynamic imports.'); export {};"
      : undefined,
});

/** Builds the site for browsers, and its pages for the prerenderer and the edge functions. */
export const bundleSite = async ({ site, server }: SiteFolders): Promise<void> => {
  await rm(server, { recursive: true, force: true });
  await build({ root: webFolder, configFile, build: { outDir: site, emptyOutDir: true } });
  await build({
    root: webFolder,
    configFile,
    logLevel: "warn",
    build: {
      ssr: "src/app/prerender.tsx",
      outDir: server,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: "prerender.js" } },
    },
  });
  await build({
    root: webFolder,
    configFile,
    logLevel: "warn",
    plugins: [forbidDynamicImports()],
    ssr: { target: "webworker" },
    build: {
      ssr: true,
      outDir: path.join(server, "edge"),
      emptyOutDir: true,
      minify: true,
      rolldownOptions: {
        input: {
          cloudflare: "edge/cloudflare.ts",
          pages: "edge/pages.ts",
          "netlify/assets": "edge/netlify/assets.ts",
          "netlify/missing-pages": "edge/netlify/missing-pages.ts",
          "netlify/pages": "edge/netlify/pages.ts",
          "netlify/project": "edge/netlify/project.ts",
        },
        output: { entryFileNames: "[name].js", chunkFileNames: "shared/[name].js" },
      },
    },
  });
  await mkdir(server, { recursive: true });
  await rename(path.join(site, ".vite/manifest.json"), path.join(server, "manifest.json"));
  await rm(path.join(site, ".vite"), { recursive: true });
  await rename(path.join(site, "index.html"), path.join(server, "template.html"));
  await writeAssetList(site);
};
