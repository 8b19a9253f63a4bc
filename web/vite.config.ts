import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { fillSupabaseUrl } from "./edge/rules.ts";
import { defineConfig, loadEnv, type Plugin, type Rolldown } from "vite";

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/**
 * Fills the project's URL into the CDN's header and rewrite files. The edge functions read a copy
 * of the rewrites, because no CDN serves that file.
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
 * Colors use light-dark(), so every supported browser also has @property and color-mix().
 * Tailwind's fallbacks for older ones would make up a tenth of the home page's critical bytes.
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

/**
 * Display names, and component factories that aren't marked as pure, keep React Router's forms,
 * fetchers and scroll restoration on every page, although nothing here uses them.
 */
const withoutUnusedComponents = (): Plugin => ({
  name: "without-unused-components",
  apply: "build",
  transform: {
    filter: {
      id: /\/(react-router\/dist\/production\/.*|lucide-react\/.*\/createLucideIcon)\.mjs$/,
    },
    handler: (code) =>
      code
        .replaceAll(/^ *\w+\.displayName = .+;$/gm, "")
        .replaceAll(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, "= /* @__PURE__ */ $1"),
  },
});

const HOME = "web/src/areas/public/home-page.tsx";

/**
 * TanStack Query's index also exports its mutation modules, which the home page needs only once a
 * form is opened.
 */
const FOR_SENDING = /@tanstack\/.*\/(mutationObserver|useMutation)\.js$/;

/** Assigns the home page's static imports to the shared chunk. */
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

/**
 * The package's exports don't offer its production build; the default one carries development
 * warnings.
 */
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
      withoutUnusedComponents(),
      deploymentFiles(env["VITE_SUPABASE_URL"]),
    ],
    build: {
      outDir: fromRoot("web/dist"),
      emptyOutDir: true,
      target: "es2022",
      cssTarget: BROWSERS,
      // The content security policy forbids inlined files and injected scripts.
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        // Pages and the shell already preload the chunks every page needs (web/prerender).
        resolveDependencies: (_file, files) => files.filter((file) => !ALWAYS_THERE.test(file)),
      },
      // The prerenderer reads each page's files from the manifest.
      manifest: !isSsrBuild,
      copyPublicDir: !isSsrBuild,
      rolldownOptions: isSsrBuild
        ? {}
        : {
            // Inlines constants, so that using one doesn't pull in the others of its module.
            optimization: { inlineConst: { mode: "all", pass: 2 } },
            output: {
              // Puts code shared by several pages into one file instead of a dozen small ones.
              codeSplitting: {
                groups: [
                  { debugName: "shared", name: onHomePage(), minShareCount: 2 },
                  {
                    name: "react",
                    test: /node_modules\/(react|react-dom|scheduler)\/|web\/src\/app\/react-dom\.ts/,
                    priority: 1,
                  },
                  // The entry must not wait for a chunk it loads, and a text page must not wait for
                  // the shared chunk.
                  {
                    name: "index",
                    test: /preload-helper|web\/src\/(main\.tsx|app\/scroll-key\.ts)/,
                    priority: 1,
                  },
                ],
              },
            },
          },
    },
    // The prerenderer runs from any folder, so bundle its packages.
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
