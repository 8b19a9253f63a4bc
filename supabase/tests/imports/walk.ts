import { readFileSync } from "node:fs";
import path from "node:path";
import { parseSync, Visitor } from "vite";
import { extraTestImports, importRules } from "./directions.ts";
import { anyPackage, computedPath, type ImportRule } from "./web-directions.ts";

interface Import {
  readonly specifier: string;
  readonly kind: keyof ImportRule;
}

type Source = { readonly type: string; readonly value?: unknown } | null;

/** Finds every import of a file, in every syntax. */
function findImports(file: string, source: string): Import[] {
  const found: Import[] = [];
  const addImport = (node: Source, kind: Import["kind"]) => {
    if (node)
      found.push({ specifier: typeof node.value === "string" ? node.value : computedPath, kind });
  };
  const getKind = (isType: boolean) => (isType ? "types" : "imports");
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  new Visitor({
    ImportDeclaration: (node) => addImport(node.source, getKind(node.importKind === "type")),
    ExportNamedDeclaration: (node) => addImport(node.source, getKind(node.exportKind === "type")),
    ExportAllDeclaration: (node) => addImport(node.source, getKind(node.exportKind === "type")),
    ImportExpression: (node) => addImport(node.source, "lazy"),
    TSImportType: (node) => addImport(node.source, "types"),
  }).visit(program);
  return found;
}

const { imports: subpaths } = JSON.parse(readFileSync("package.json", "utf8")) as {
  imports: Readonly<Record<string, string>>;
};

/** Resolves an import to a path in this repository or a bare package name. */
function resolveImport(file: string, specifier: string): string {
  if (specifier.startsWith(".")) return path.join(path.dirname(file), specifier);
  const [first = "", second] = specifier.split("/");
  const alias = subpaths[`${first}/*`];
  if (alias) return path.join(alias, "..", specifier.slice(first.length + 1));
  if (first.startsWith("node:")) return "node:";
  return first.startsWith("@") ? `${first}/${second}` : first;
}

const layers = Object.keys(importRules)
  .toSorted((left, right) => right.length - left.length)
  .map((name) => ({
    name,
    pattern: new RegExp(
      `^${name.replaceAll(".", "\\.").replace("*", "[^/_][^/]*").replace(":noun", "[^/.]+")}(?=/|$)`,
    ),
  }));

interface Layer {
  readonly name: string;
  /** The edge function that the file belongs to. */
  readonly edgeFunction: string | undefined;
}

const knownLayers = new Map<string, Layer | null>();

/** Returns a file's layer. Caches the result, because most files are imported many times. */
export function getLayer(file: string): Layer | null {
  const known = knownLayers.get(file);
  if (known !== undefined) return known;
  const layer = findLayer(file);
  knownLayers.set(file, layer);
  return layer;
}

/** A test belongs to the same layer as its source, even if only the test uses JSX. */
function findLayer(file: string): Layer | null {
  const source = file.replace(/\.test(?=\.tsx?$)/, "");
  const sources = [source, source.replace(/\.tsx$/, ".ts")];
  for (const { name, pattern } of layers) {
    if (!sources.some((source) => pattern.test(source))) continue;
    return { name, edgeFunction: /^supabase\/functions\/([^/_]+)\//.exec(file)?.[1] };
  }
  return null;
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

function isAllowed(file: string, sourceLayer: Layer, { specifier, kind }: Import): boolean {
  const { imports = [], types = [], lazy = [] } = importRules[sourceLayer.name] ?? {};
  const names = new Set([
    ...imports,
    ...(kind === "types" ? [...types, ...lazy] : []),
    ...(kind === "lazy" ? lazy : []),
    ...(isTest(file) ? extraTestImports : []),
  ]);
  if (specifier === computedPath) return names.has(computedPath);
  const target = resolveImport(file, specifier);
  const targetLayer = getLayer(target);
  if (targetLayer) {
    // Edge functions are deployed separately, so they import each other only dynamically, if at all.
    const isOtherFunction =
      sourceLayer.edgeFunction &&
      targetLayer.edgeFunction &&
      sourceLayer.edgeFunction !== targetLayer.edgeFunction;
    if (isOtherFunction) return kind === "lazy" && lazy.includes(targetLayer.name);
    return sourceLayer.name === targetLayer.name || names.has(targetLayer.name);
  }
  const isPackage = !target.includes("/") || target.startsWith("@");
  return isPackage && (names.has(target) || names.has(anyPackage));
}

/** Returns the forbidden imports of a file, one sentence each. */
export function findForbiddenImports(file: string, source: string): string[] {
  const sourceLayer = getLayer(file);
  if (!sourceLayer) return [`${file} has no layer in the import rules`];
  return findImports(file, source)
    .filter(
      (foundImport) =>
        !foundImport.specifier.endsWith(".css") && !isAllowed(file, sourceLayer, foundImport),
    )
    .map(({ specifier, kind }) => `${file} may not import ${specifier} (${kind})`);
}
