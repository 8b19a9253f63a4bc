import { globSync, readFileSync } from "node:fs";
import { parseSync, Visitor } from "vite";
import { describe, expect, it } from "vitest";

type Visitors = ConstructorParameters<typeof Visitor>[0];
type BindingPattern = Parameters<NonNullable<Visitors["VariableDeclarator"]>>[0]["id"];
type Callable = Parameters<
  NonNullable<Visitors["FunctionDeclaration"] | Visitors["ArrowFunctionExpression"]>
>[0];

type Program = ReturnType<typeof parseSync>["program"];

/** Parts of names that only their authors understood. */
const BANNED_PARTS = new Set(["told", "standing", "ripe", "decoy"]);

/** Returns the names in the `was` columns of the glossary. */
function findFormerNames(glossary: string): ReadonlySet<string> {
  const names = new Set<string>();
  let column = -1;
  for (const line of glossary.split("\n")) {
    const cells = line.startsWith("|") ? line.split("|").slice(1, -1) : [];
    if (cells.length === 0) column = -1;
    else if (column < 0) column = cells.findIndex((cell) => cell.trim() === "was");
    else for (const [, name = ""] of (cells[column] ?? "").matchAll(/`(\w+)`/g)) names.add(name);
  }
  return names;
}

function findNames(pattern: BindingPattern): readonly string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        findNames(property.type === "RestElement" ? property.argument : property.value),
      );
    case "ArrayPattern":
      return pattern.elements.flatMap((element) =>
        element ? findNames(element.type === "RestElement" ? element.argument : element) : [],
      );
    case "AssignmentPattern":
      return findNames(pattern.left);
  }
}

/** Returns the variables, parameters, functions, classes, types and their members that a module declares. */
function findDeclaredNames(program: Program): readonly string[] {
  const names: string[] = [];
  const addName = ({ id }: { readonly id: { readonly name: string } | null }) => {
    if (id) names.push(id.name);
  };
  const addParameters = ({ params }: Callable) => {
    for (const parameter of params) {
      if (parameter.type === "RestElement") names.push(...findNames(parameter.argument));
      else if (parameter.type !== "TSParameterProperty") names.push(...findNames(parameter));
    }
  };
  new Visitor({
    VariableDeclarator: ({ id }) => void names.push(...findNames(id)),
    FunctionDeclaration: (node) => {
      addName(node);
      addParameters(node);
    },
    FunctionExpression: addParameters,
    ArrowFunctionExpression: addParameters,
    ClassDeclaration: addName,
    TSTypeAliasDeclaration: addName,
    TSInterfaceDeclaration: addName,
    TSPropertySignature: ({ key }) => {
      if (key.type === "Identifier") names.push(key.name);
    },
  }).visit(program);
  return names;
}

/** Returns the tables, columns, functions, variables and aliases that a migration or the sample data declares. */
const findDeclaredNamesInSql = (sql: string): readonly string[] =>
  [
    /^create (?:or replace )?(?:unique )?(?:table|view|function|type|index) ([\w.]+)/gm,
    /^ +(\w+) (?:constant )?(?:uuid|text|integer|bigint|boolean|timestamptz|date|numeric|jsonb|record|public\.)/gm,
    /\bas (\w+)/g,
    /(?:with|,) (\w+) as (?:materialized )?\(/g,
  ].flatMap((pattern) =>
    Array.from(sql.matchAll(pattern), ([, name = ""]) => name.split(".").at(-1) ?? ""),
  );

/** Returns the names that a module exports, except those that it only re-exports. */
function findExportedNames(program: Program): readonly string[] {
  return program.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration" || !statement.declaration) return [];
    const { declaration } = statement;
    if (declaration.type === "VariableDeclaration")
      return declaration.declarations.flatMap(({ id }) => findNames(id));
    return "id" in declaration && declaration.id && "name" in declaration.id
      ? [declaration.id.name]
      : [];
  });
}

const splitName = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split("_");

const isBanned = (name: string, formerNameSet: ReadonlySet<string>): boolean =>
  formerNameSet.has(name) || splitName(name).some((part) => BANNED_PARTS.has(part));

const parseProgram = (file: string, code: string): Program => parseSync(file, code).program;

describe("the glossary", () => {
  const glossary = readFileSync("docs/glossary.md", "utf8");
  const formerNameSet = findFormerNames(glossary);
  const modules = globSync("{web,supabase}/**/*.{ts,tsx}", {
    exclude: ["**/node_modules/**", "**/dist/**", "supabase/.temp/**"],
  }).map((file) => {
    const program = parseProgram(file, readFileSync(file, "utf8"));
    return { file, names: findDeclaredNames(program), exportedNames: findExportedNames(program) };
  });

  it("has former names, and the check finds them in declarations", () => {
    expect(formerNameSet.size).toBeGreaterThan(100);
    const code =
      "const { a: ripeToken, settleTold } = x; type Giver = { decoy: 1 }; function newsOf(told) {}";
    const sql =
      "create table public.gift_links (\n  told_at timestamptz\n); select from x as giver";
    expect(
      [...findDeclaredNames(parseProgram("x.ts", code)), ...findDeclaredNamesInSql(sql)].filter(
        (name) => isBanned(name, formerNameSet),
      ),
    ).toEqual([
      "ripeToken",
      "settleTold",
      "Giver",
      "decoy",
      "newsOf",
      "told",
      "gift_links",
      "told_at",
      "giver",
    ]);
  });

  it("is followed by every declaration", () => {
    const sqlFiles = globSync(["supabase/migrations/*.sql", "supabase/seed.sql"]).map((file) => ({
      file,
      names: findDeclaredNamesInSql(readFileSync(file, "utf8")),
    }));
    const declarations = [...modules, ...sqlFiles].flatMap(({ file, names }) =>
      names.map((name) => ({ file, name })),
    );
    expect(declarations.length).toBeGreaterThan(50_000);
    expect(declarations.filter(({ name }) => isBanned(name, formerNameSet))).toEqual([]);
  });

  it("lists the names that more than one file exports", () => {
    const filesByName = new Map<string, readonly string[]>();
    for (const { file, exportedNames } of modules)
      for (const name of new Set(exportedNames))
        filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
    expect(filesByName.size).toBeGreaterThan(4000);
    const sharedNames = [...filesByName].filter(([, files]) => files.length > 1);
    const exceptions = new Set(["config", "sql"]);
    expect(sharedNames.filter(([name]) => !exceptions.has(name))).toEqual([]);
    for (const name of exceptions)
      expect(glossary.split("## Exceptions")[1]).toContain(`\`${name}\``);
  });
});
