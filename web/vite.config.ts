import { readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import {
  type BuildEnvironmentOptions,
  defineConfig,
  loadEnv,
  type Plugin,
  type Rolldown,
} from "vite";
import { fillAppRoutes, fillSupabaseUrl } from "./edge/rules.ts";

const resolveFromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/**
 * Inserts the app's routes and the project's URL into the CDN's header and rewrite files. The rewrites get another
 * name, because wrangler would apply a `_redirects` file before the Worker; netlify.toml names them `_redirects` again.
 */
const fillDeploymentFiles = (supabaseUrl: string | undefined): Plugin => ({
  name: "deployment-files",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  async writeBundle({ dir = "" }) {
    const fillFile = async (name: string, target: string, fill = (text: string) => text) => {
      const text = fill(await readFile(`${dir}/${name}`, "utf8"));
      const filledText = supabaseUrl ? fillSupabaseUrl(text, supabaseUrl) : text;
      if (supabaseUrl && filledText === text)
        throw new Error(`web/public/${name} has no placeholder for the project's URL.`);
      await writeFile(`${dir}/${target}`, filledText);
    };
    await fillFile("_headers", "_headers");
    await fillFile("_redirects", "edge-rules.txt", fillAppRoutes);
    await rm(`${dir}/_redirects`);
  },
});

interface PackageEdits {
  readonly name: string;
  /** Matches the paths of the files to edit. */
  readonly id: RegExp;
  readonly edits: readonly (readonly [pattern: RegExp, replacement: string])[];
}

/** Edits files of packages in the site's build, and fails the build if a pattern no longer matches. */
const editPackageFiles = ({ name, id, edits }: PackageEdits): Plugin => {
  const matchedPatterns = new Set<RegExp>();
  return {
    name,
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    enforce: "pre",
    transform: {
      filter: { id },
      handler(code) {
        let editedCode = code;
        for (const [pattern, replacement] of edits) {
          if (editedCode.search(pattern) >= 0) matchedPatterns.add(pattern);
          editedCode = editedCode.replaceAll(pattern, replacement);
        }
        return editedCode;
      },
    },
    buildEnd(error) {
      if (error) return;
      for (const [pattern] of edits) {
        if (!matchedPatterns.has(pattern)) {
          this.error(`Nothing matches ${pattern} anymore. Update ${name} in vite.config.ts.`);
        }
      }
    },
  };
};

/**
 * The oldest supported browsers. They support light-dark(), and therefore also @property and color-mix(). Tailwind's
 * fallbacks for older browsers would make up a tenth of the home page's critical bytes.
 */
const SUPPORTED_BROWSERS = ["chrome123", "firefox128", "safari17.5"];
const removeFallbacks = editPackageFiles({
  name: "without-fallbacks",
  id: /\.css$/,
  edits: [
    [/@layer properties\s*\{\s*@supports[\s\S]*?\}\s*\}\s*\}/g, ""],
    [/@supports \(color:\s*color-mix\(in lab, ?red, ?red\)\)\s*\{([^{}]*\{[^{}]*\})\s*\}/g, "$1"],
  ],
});

/**
 * Display names, and component factories that aren't marked as pure, prevent tree shaking: every page would contain
 * React Router's forms, fetchers and scroll restoration, although this site uses none of them. Its warnings are for
 * developers, and visitors would load their texts.
 */
const removeUnusedComponents = editPackageFiles({
  name: "without-unused-components",
  id: /\/(react-router\/dist\/production\/.*|lucide-react\/.*\/createLucideIcon)\.mjs$/,
  edits: [
    [/^ *\w+\.displayName = .+;$/gm, ""],
    [/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, "= /* @__PURE__ */ $1"],
    [/^function warning(?:Once)?\(/gm, "/* @__NO_SIDE_EFFECTS__ */ $&"],
  ],
});

/**
 * Replaces Vite's code for loading chunks, which every page would load first. It also supports older browsers, nonces
 * and a listener for failed preloads, none of which this site needs. If a chunk or its styles are missing, the import
 * rejects (see web/src/lib/code).
 */
const LOADER = `export const __vitePreload = (load, files = []) =>
  Promise.all(
    files.map((file) => {
      const href = "/" + file;
      if (document.querySelector(\`link[href="\${href}"]\`)) return;
      const isStyles = file.endsWith(".css");
      const link = document.createElement("link");
      const rel = isStyles ? "stylesheet" : "modulepreload";
      document.head.append(Object.assign(link, { rel, href }));
      return (
        isStyles &&
        new Promise((resolve, reject) => {
          link.onload = resolve;
          link.onerror = () => {
            link.remove();
            reject();
          };
        })
      );
    }),
  ).then(load);`;
const simplifyPreloads = editPackageFiles({
  name: "simple-preloads",
  id: /vite\/preload-helper\.js$/,
  edits: [
    [
      /^[\s\S]*export const __vitePreload = function preload\(baseModule, deps, importerUrl\)[\s\S]*$/g,
      LOADER,
    ],
  ],
});

/**
 * Removes the keys of icons' parts. React warns about missing keys only in development, and an icon's parts never move.
 */
const removeIconKeys = editPackageFiles({
  name: "without-icon-keys",
  id: /\/lucide-react\/.*\/icons\/[\w-]+\.m?js$/,
  edits: [[/,\s*key: "\w+"(?=\s*\})/g, ""]],
});

/** Removes infinite queries, which every page would load. This site reads its lists page by page. */
const removeInfiniteQueries = editPackageFiles({
  name: "without-infinite-queries",
  id: /\/@tanstack\/query-core\/build\/modern\/query\.js$/,
  edits: [
    [
      /\(this\.#queryType === "infinite" \? infiniteQueryBehavior\(this\.options\.pages\) : this\.options\.behavior\)/g,
      "this.options.behavior",
    ],
  ],
});

const HOME_PAGE_PATH = "web/src/areas/public/home-page.tsx";

/**
 * TanStack Query's index also exports its mutation modules, which the home page needs only after a
 * form is opened.
 */
const MUTATION_MODULES = ["mutationObserver", "useMutation"];
const isMutationModule = (id: string, names: readonly string[] = MUTATION_MODULES) =>
  names.some((name) => id.includes("/@tanstack/") && id.endsWith(`/${name}.js`));

/** Returns the modules and everything that they import, including dynamic imports if `includeDynamic` is true. */
function collectImports(
  graph: Rolldown.ChunkingContext,
  paths: readonly string[],
  includeDynamic = false,
  ignoredPath?: string,
): Set<string> {
  const modules = new Set<string>();
  const addModule = (id: string) => {
    if (modules.has(id) || (ignoredPath && id.includes(ignoredPath))) return;
    modules.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    for (const importedId of importedIds) addModule(importedId);
    if (includeDynamic) for (const importedId of dynamicallyImportedIds) addModule(importedId);
  };
  for (const path of paths) addModule(resolveFromRoot(path));
  return modules;
}

/** Assigns the home page's static imports to the shared chunk. */
const createHomePageChunkNamer = (): Rolldown.CodeSplittingNameFunction => {
  let modules: Set<string> | undefined;
  return (id, graph) => {
    modules ??= collectImports(graph, [HOME_PAGE_PATH]);
    return modules.has(id) && !isMutationModule(id) ? "shared" : null;
  };
};

const SITE_PATH = "web/src/main.tsx";
const DASHBOARD_PATH = "web/src/areas/admin/admin-page.tsx";
const OVERVIEW_PATH = "web/src/areas/admin/sections/overview/overview.tsx";

/**
 * Assigns the modules that the dashboard loads first, and that no other page ever loads, to one chunk instead of
 * thirty.
 */
const createDashboardChunkNamer = (): Rolldown.CodeSplittingNameFunction => {
  let dashboardModules: Set<string> | undefined;
  let otherPageModules: Set<string> | undefined;
  return (id, graph) => {
    dashboardModules ??= collectImports(graph, [DASHBOARD_PATH, OVERVIEW_PATH]);
    otherPageModules ??= collectImports(graph, [SITE_PATH], true, "/areas/admin/");
    return dashboardModules.has(id) && !otherPageModules.has(id) ? "dashboard" : null;
  };
};

const ALWAYS_LOADED_CHUNKS = ["index", "start", "shared", "react", "runtime"];
const isAlwaysLoaded = (file: string, names: readonly string[] = ALWAYS_LOADED_CHUNKS) =>
  names.some((name) => new RegExp(`^assets/${name}-[\\w-]+\\.js$`).test(file));

/**
 * The package doesn't export its production build, and the default build contains development warnings.
 */
const ROUTER_PATH = "node_modules/react-router/dist/production/index.mjs";
const ROUTER_ALIAS = { find: /^react-router$/, replacement: resolveFromRoot(ROUTER_PATH) };

/** Chunks whose names tell what a page has loaded. */
const NAMED_CHUNKS = new Set([...ALWAYS_LOADED_CHUNKS, "hydrate-on-interaction"]);

/**
 * Names the chunks. Every page loads the names of the chunks that it may need later, and names and hashes hardly
 * compress. So most chunks have no name, and the hashes have only seven characters, the fewest that Rolldown accepts.
 */
const chunkFileNames = ({ name }: Rolldown.PreRenderedChunk): string => {
  const shortName = name.replace(/^rolldown-/, "");
  return NAMED_CHUNKS.has(shortName) ? `assets/${shortName}-[hash:7].js` : "assets/[hash:7].js";
};

/** Dialogs that use almost the same files. In one chunk, the home page lists these files only once. */
const DIALOG_GROUPS = [
  /\/public\/dialogs\/(admin|volunteer)-login-dialog/,
  /\/public\/dialogs\/(blog-post|all-blog-posts|all-testimonials|older-highlights)-dialog/,
  /\/public\/volunteer-application\//,
];

/** Puts code shared by several pages into one file instead of a dozen small ones. */
const createChunkGroups = (): Rolldown.CodeSplittingOptions["groups"] => [
  { debugName: "shared", name: createHomePageChunkNamer(), minShareCount: 2 },
  {
    name: "react",
    test: /node_modules\/(react|react-dom|scheduler)\/|web\/src\/app\/react-dom\.ts/,
    priority: 1,
  },
  // The entry must not wait for a chunk that it loads dynamically, and a text page must not wait for the shared chunk.
  // What says that a chunk is missing must not be in another chunk.
  {
    name: "index",
    test: /preload-helper|web\/src\/(main\.tsx|app\/scroll-key\.ts|lib\/(browser-storage\.ts|code\/(?!lazy)))/,
    priority: 1,
  },
  ...DIALOG_GROUPS.map((test) => ({
    name: "dialogs",
    test,
    includeDependenciesRecursively: false,
  })),
  // The home page names each chunk of its dialogs, so what checks addresses is one chunk.
  {
    name: "places",
    test: /_shared\/(contracts\/states|rules\/zip-states)\.ts|web\/src\/data\/zip-lookup\//,
    includeDependenciesRecursively: false,
  },
  {
    debugName: "dashboard",
    name: createDashboardChunkNamer(),
    minShareCount: 2,
    // Other pages load some of these modules' imports, too.
    includeDependenciesRecursively: false,
  },
];

/** Fails the build if a module or chunk that is named in this file no longer exists. */
const checkNamedFiles = (): Plugin => ({
  name: "named-files",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  generateBundle(_options, bundle) {
    const modules = [...this.getModuleIds()];
    const files = Object.keys(bundle);
    const missingFiles = [
      ...[HOME_PAGE_PATH, SITE_PATH, DASHBOARD_PATH, OVERVIEW_PATH, ROUTER_PATH].filter(
        (file) => !modules.some((id) => id.endsWith(`/${file}`)),
      ),
      ...MUTATION_MODULES.filter((name) => !modules.some((id) => isMutationModule(id, [name]))),
      ...ALWAYS_LOADED_CHUNKS.filter((name) => !files.some((file) => isAlwaysLoaded(file, [name]))),
    ];
    if (missingFiles.length > 0) {
      this.error(
        `The site is built without ${missingFiles.join(", ")}, which vite.config.ts names.`,
      );
    }
  },
});

const siteBuildOptions = {
  modulePreload: {
    polyfill: false,
    // Pages and the shell already preload the chunks every page needs (web/prerender).
    resolveDependencies: (_file: string, files: string[]) =>
      files.filter((file) => !isAlwaysLoaded(file)),
  },
  rolldownOptions: {
    // Inlines constants, so that using one doesn't pull in the rest of its module.
    optimization: { inlineConst: { mode: "all", pass: 2 } },
    output: {
      codeSplitting: { groups: createChunkGroups() },
      chunkFileNames,
    },
  },
} satisfies BuildEnvironmentOptions;

export default defineConfig(({ command, mode, isSsrBuild = false }) => {
  const env = { ...loadEnv(mode, resolveFromRoot("."), ""), ...process.env };
  const functionsUrl = env["API_URL"] ?? "http://localhost:54321/functions/v1";
  return {
    root: resolveFromRoot("web"),
    envDir: resolveFromRoot("."),
    resolve: { alias: command === "build" ? [ROUTER_ALIAS] : [] },
    plugins: [
      react(),
      tailwindcss(),
      removeFallbacks,
      removeUnusedComponents,
      simplifyPreloads,
      removeIconKeys,
      removeInfiniteQueries,
      fillDeploymentFiles(env["VITE_SUPABASE_URL"]),
      checkNamedFiles(),
    ],
    build: {
      outDir: resolveFromRoot("web/dist"),
      emptyOutDir: true,
      target: "es2022",
      cssTarget: SUPPORTED_BROWSERS,
      // The content security policy forbids inlined files and injected scripts.
      assetsInlineLimit: 0,
      // The prerenderer reads each page's files from the manifest.
      manifest: !isSsrBuild,
      copyPublicDir: !isSsrBuild,
      ...(!isSsrBuild && siteBuildOptions),
    },
    // The prerenderer can run from any folder, so bundle its packages.
    ssr: { noExternal: true },
    server: {
      port: Number(env["WEB_PORT"] ?? 4173),
      strictPort: true,
      proxy: {
        "/api": { target: functionsUrl, changeOrigin: false },
        "/events/create": { target: functionsUrl, rewrite: (path) => `/api${path}` },
      },
    },
  };
});
