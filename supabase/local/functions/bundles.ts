import { builtinModules } from "node:module";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build, parseSync, type Plugin, type Rolldown, Visitor } from "vite";
import { projectRoot } from "../machine/paths.ts";
import { bundlesFolder, functionsFolder, listFunctions } from "./functions.ts";

/**
 * Node's globals that packages use, and where they come from. On the hosted runtime, only code in `node_modules` has them
 * as globals, and a bundle is not in there. Its timers are numbers, without Node's `unref()`.
 */
const NODE_GLOBALS: Record<string, [module: string, name: string]> = {
  Buffer: ["node:buffer", "Buffer"],
  process: ["node:process", "default"],
  ...Object.fromEntries(
    ["Immediate", "Interval", "Timeout"].flatMap((timer) =>
      [`set${timer}`, `clear${timer}`].map((name) => [name, ["node:timers", name]]),
    ),
  ),
};

export type Chunks = readonly Rolldown.OutputChunk[];

/** Bundles every function. Returns their chunks by name. */
export async function bundleFunctions(): Promise<ReadonlyMap<string, Chunks>> {
  const bundles = new Map<string, Chunks>();
  for (const name of await listFunctions(functionsFolder)) {
    bundles.set(name, await bundleFunction(name));
  }
  return bundles;
}

/**
 * Bundles a function with its packages: the entry `index.js` contains everything that loads at the start, and whatever
 * is imported dynamically is in separate chunks. Otherwise, the server would install and bundle every package in full.
 */
export async function bundleFunction(name: string): Promise<Chunks> {
  const result = await build({
    root: projectRoot,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: "error",
    plugins: [prefixBuiltinModules(), leaveOutBrotli(), spaceImports()],
    // Some packages have a build for Deno, which `npm start` runs, too.
    ssr: { noExternal: true, resolve: { conditions: ["deno", "node", "module", "production"] } },
    build: {
      ssr: path.join(functionsFolder, name, "index.ts"),
      outDir: path.join(bundlesFolder, name),
      emptyOutDir: true,
      minify: true,
      target: "es2024",
      rolldownOptions: {
        transform: { inject: NODE_GLOBALS, define: { global: "globalThis" } },
        output: {
          entryFileNames: "index.js",
          chunkFileNames: "chunks/[name]-[hash].js",
          // Puts the code that the entry needs before its first request into one chunk, which loads faster than a dozen
          // chunks.
          codeSplitting: { groups: [{ name: "start", tags: ["$initial"] }] },
        },
      },
    },
  });
  const { output } = result as Rolldown.RolldownOutput;
  return output.filter((file) => file.type === "chunk");
}

/** Deno also resolves Node's modules without the prefix `node:`, but Supabase's runtime doesn't. */
const prefixBuiltinModules = (): Plugin => ({
  name: "prefix-builtin-modules",
  enforce: "pre",
  resolveId: (source) =>
    builtinModules.includes(source) ? { id: `node:${source}`, external: true } : undefined,
});

/** fontkit needs Brotli only for WOFF2 fonts, and our PDFs use TrueType. It would be a quarter of the code of `api`. */
const leaveOutBrotli = (): Plugin => ({
  name: "leave-out-brotli",
  enforce: "pre",
  resolveId: (source) => (source === "brotli/decompress.js" ? `\0${source}` : undefined),
  load: (id) => (id === "\0brotli/decompress.js" ? "export default undefined;" : undefined),
});

/**
 * The Supabase CLI finds the files to upload with a pattern that requires a space after `import` and quotes around the
 * path. Minified code has neither, so the chunks would be missing on the server.
 */
const spaceImports = (): Plugin => ({
  name: "space-imports",
  generateBundle: (_, bundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type === "chunk") file.code = addImportSpaces(file.fileName, file.code);
    }
  },
});

function addImportSpaces(fileName: string, code: string): string {
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  const addSpace = (keyword: string, start: number, source: object | null) => {
    const end = start + keyword.length;
    if (source && code[end] !== " ") edits.push({ start: end, end, text: " " });
  };
  new Visitor({
    ImportDeclaration: ({ start, source }) => addSpace("import", start, source),
    ExportNamedDeclaration: ({ start, source }) => addSpace("export", start, source),
    ExportAllDeclaration: ({ start, source }) => addSpace("export", start, source),
    ImportExpression: ({ source: { start, end } }) => {
      edits.push({ start, end, text: `"${code.slice(start + 1, end - 1)}"` });
    },
  }).visit(parseSync(fileName, code).program);
  // Apply the edits from the end, so that earlier positions stay valid.
  return edits
    .toSorted((left, right) => right.start - left.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
}

/** Returns the chunks that load before the first request. */
export function listStartChunks(chunks: Chunks): Chunks {
  const names = new Set(["index.js"]);
  // The loop also visits the names that are added while it runs.
  for (const name of names) {
    for (const importedName of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) {
      names.add(importedName);
    }
  }
  return chunks.filter(({ fileName }) => names.has(fileName));
}

/** Returns the size in KB, uncompressed and compressed. */
export function measureChunks(chunks: Chunks): { kilobytes: number; gzippedKilobytes: number } {
  const code = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk.code)));
  return { kilobytes: code.length / 1000, gzippedKilobytes: gzipSync(code).length / 1000 };
}
