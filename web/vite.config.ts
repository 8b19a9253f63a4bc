import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { fillSupabaseUrl } from "./edge/rules.ts";
import { defineConfig, loadEnv, type Plugin, type Rolldown } from "vite";

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/**
 * The CDN's header and rewrite files name the deployment's own project; only the build knows it. The CDN's code reads the
 * rewrites from a copy, because no CDN hands out the file itself.
 */
const deploymentFiles = (supabaseUrl: string | undefined): Plugin => ({
  name: "deployment-files",
  apply: "build",
  async writeBundle({ dir }) {
    if (!supabaseUrl || !dir) return;
    for (const name of ["_headers", "_redirects"]) {
      const file = `${dir}/${name}`;
      const text = await readFile(file, "utf8").catch(() => null);
      if (text === null) continue;
      const filled = fillSupabaseUrl(text, supabaseUrl);
      await writeFile(file, filled);
      if (name === "_redirects") await writeFile(`${dir}/edge-rules.txt`, filled);
    }
  },
});

/**
 * The colours hang on light-dark(), so no browser without @property and color-mix() shows them. Tailwind's fallbacks for
 * such are a tenth of what the home page waits for.
 */
const BROWSERS = ["chrome123", "firefox128", "safari17.5"];
const withoutFallbacks = (): Plugin => ({
  name: "without-fallbacks",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { id: /\.css$/ },
    handler: (code) =>
      code
        .replace(/@layer properties\s*\{\s*@supports[\s\S]*?\}\s*\}\s*\}/, "")
        .replaceAll(
          /@supports \(color:\s*color-mix\(in lab, ?red, ?red\)\)\s*\{([^{}]*\{[^{}]*\})\s*\}/g,
          "$1",
        ),
  },
});

const HOME = "web/src/areas/public/home-page.tsx";

/** TanStack Query's index names what forms send with, too; the home page shows no such form before it is opened. */
const FOR_SENDING = /@tanstack\/.*\/(mutationObserver|useMutation)\.js$/;

/** What the home page waits for: all it imports, and what that imports, but nothing that opens or loads later. */
const onHomePage = (): Rolldown.CodeSplittingNameFunction => {
  const modules = new Set<string>();
  const add = (id: string, graph: Rolldown.ChunkingContext) => {
    if (modules.has(id)) return;
    modules.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) add(imported, graph);
  };
  return (id, graph) => {
    if (modules.size === 0) add(fromRoot(HOME), graph);
    return modules.has(id) && !FOR_SENDING.test(id) ? "shared" : null;
  };
};

const ALWAYS_THERE = /^assets\/(index|start|shared|react|rolldown-runtime)-[\w-]+\.js$/;

/** The package offers its build for production under no condition; the other one carries warnings for developers. */
const ROUTER_WITHOUT_WARNINGS = {
  find: /^react-router$/,
  replacement: fromRoot("node_modules/react-router/dist/production/index.mjs"),
};

export default defineConfig(({ command, mode, isSsrBuild }) => {
  const env = { ...loadEnv(mode, fromRoot("."), ""), ...process.env };
  const api = env["API_URL"] ?? "http://localhost:54321/functions/v1";
  return {
    root: fromRoot("web"),
    envDir: fromRoot("."),
    resolve: { alias: command === "build" ? [ROUTER_WITHOUT_WARNINGS] : [] },
    plugins: [
      react(),
      tailwindcss(),
      withoutFallbacks(),
      deploymentFiles(env["VITE_SUPABASE_URL"]),
    ],
    build: {
      outDir: fromRoot("web/dist"),
      emptyOutDir: true,
      target: "es2022",
      cssTarget: BROWSERS,
      // A strict content security policy: no inlined files, no injected scripts.
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        // Pages and shell announce what the application always consists of (web/prerender); no list names it again.
        resolveDependencies: (_file, files) => files.filter((file) => !ALWAYS_THERE.test(file)),
      },
      // The prerenderer learns from it which files a page consists of.
      manifest: !isSsrBuild,
      copyPublicDir: !isSsrBuild,
      rolldownOptions: isSsrBuild
        ? {}
        : {
            // A limit comes as its value, without the others of its file.
            optimization: { inlineConst: { mode: "all", pass: 2 } },
            output: {
              // What several pages share comes as one file instead of a dozen small ones.
              codeSplitting: {
                groups: [
                  { debugName: "shared", name: onHomePage(), minShareCount: 2 },
                  {
                    name: "react",
                    test: /node_modules\/(react|react-dom|scheduler)\/|web\/src\/app\/react-dom\.ts/,
                    priority: 1,
                  },
                  // What loads the other files must not wait for one of them, nor a text for what it shares with them.
                  {
                    name: "index",
                    test: /preload-helper|web\/src\/(main\.tsx|app\/saved-place\.ts)/,
                    priority: 1,
                  },
                ],
              },
            },
          },
    },
    // The prerenderer runs from any folder, so it brings its packages along.
    ssr: { noExternal: true },
    server: {
      port: Number(env["WEB_PORT"] ?? 4173),
      strictPort: true,
      proxy: {
        "/api": { target: api, changeOrigin: false },
        "/events/create": { target: api, rewrite: (path) => `/api${path}` },
      },
    },
  };
});
