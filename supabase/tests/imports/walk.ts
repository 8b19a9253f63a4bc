import { readFileSync } from "node:fs";
import path from "node:path";
import { parseSync, Visitor } from "vite";
import { extraTestImports, directions } from "./directions.ts";
import { anyPackage, computedPath, type Direction } from "./web-directions.ts";

interface Import {
  readonly of: string;
  readonly how: keyof Direction;
}

type Source = { readonly type: string; readonly value?: unknown } | null;

/** Finds every import of a file, in every syntax. */
function importsOf(file: string, source: string): Import[] {
  const found: Import[] = [];
  const add = (node: Source, how: Import["how"]) => {
    if (node) found.push({ of: typeof node.value === "string" ? node.value : computedPath, how });
  };
  const kind = (isType: boolean) => (isType ? "types" : "imports");
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  new Visitor({
    ImportDeclaration: (node) => add(node.source, kind(node.importKind === "type")),
    ExportNamedDeclaration: (node) => add(node.source, kind(node.exportKind === "type")),
    ExportAllDeclaration: (node) => add(node.source, kind(node.exportKind === "type")),
    ImportExpression: (node) => add(node.source, "lazy"),
    TSImportType: (node) => add(node.source, "types"),
  }).visit(program);
  return found;
}

const { imports: subpaths } = JSON.parse(readFileSync("package.json", "utf8")) as {
  imports: Readonly<Record<string, string>>;
};

/** Resolves an import to a path in this repository or a bare package name. */
function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith(".")) return path.join(path.dirname(file), specifier);
  const [first = "", second] = specifier.split("/");
  const alias = subpaths[`${first}/*`];
  if (alias) return path.join(alias, "..", specifier.slice(first.length + 1));
  if (first.startsWith("node:")) return "node:";
  return first.startsWith("@") ? `${first}/${second}` : first;
}

const places = Object.keys(directions)
  .toSorted((left, right) => right.length - left.length)
  .map((name) => ({
    name,
    pattern: new RegExp(
      `^${name.replaceAll(".", "\\.").replace("*", "[^/_][^/]*").replace(":noun", "[^/.]+")}(?=/|$)`,
    ),
  }));

interface Place {
  readonly name: string;
  /** The edge function that the file belongs to. */
  readonly edgeFunction: string | undefined;
}

/** Returns the source's path for a test, because a test belongs to the same place, even if only the test uses JSX. */
export function placeOf(file: string): Place | null {
  const source = file.replace(/\.test(?=\.tsx?$)/, "");
  const sources = [source, source.replace(/\.tsx$/, ".ts")];
  for (const { name, pattern } of places) {
    if (!sources.some((source) => pattern.test(source))) continue;
    return { name, edgeFunction: /^supabase\/functions\/([^/_]+)\//.exec(file)?.[1] };
  }
  return null;
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

function isAllowed(file: string, from: Place, { of, how }: Import): boolean {
  const { imports = [], types = [], lazy = [] } = directions[from.name] ?? {};
  const names = new Set([
    ...imports,
    ...(how === "types" ? [...types, ...lazy] : []),
    ...(how === "lazy" ? lazy : []),
    ...(isTest(file) ? extraTestImports : []),
  ]);
  if (of === computedPath) return names.has(computedPath);
  const target = targetOf(file, of);
  const to = placeOf(target);
  if (to) {
    // Edge functions are deployed separately, so they import each other only dynamically, if at all.
    const isOtherFunction =
      from.edgeFunction && to.edgeFunction && from.edgeFunction !== to.edgeFunction;
    if (isOtherFunction) return how === "lazy" && lazy.includes(to.name);
    return from.name === to.name || names.has(to.name);
  }
  const isPackage = !target.includes("/") || target.startsWith("@");
  return isPackage && (names.has(target) || names.has(anyPackage));
}

/** Returns the forbidden imports of a file, one sentence each. */
export function wrongImports(file: string, source: string): string[] {
  const from = placeOf(file);
  if (!from) return [`${file} has no place in the table of directions`];
  return importsOf(file, source)
    .filter((anImport) => !anImport.of.endsWith(".css") && !isAllowed(file, from, anImport))
    .map(({ of, how }) => `${file} may not import ${of} (${how})`);
}
