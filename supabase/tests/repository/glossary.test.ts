import { globSync, readFileSync } from "node:fs";
import { parseSync, Visitor } from "vite";
import { describe, expect, it } from "vitest";

type BindingPattern = Parameters<
  NonNullable<ConstructorParameters<typeof Visitor>[0]["VariableDeclarator"]>
>[0]["id"];

/** Parts of names that only their authors understood. */
const BANNED_PARTS = new Set(["told", "standing", "ripe", "decoy"]);

/** Returns the names in the `was` columns of the glossary. */
function formerNames(glossary: string): ReadonlySet<string> {
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

function namesIn(pattern: BindingPattern): readonly string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        namesIn(property.type === "RestElement" ? property.argument : property.value),
      );
    case "ArrayPattern":
      return pattern.elements.flatMap((element) =>
        element ? namesIn(element.type === "RestElement" ? element.argument : element) : [],
      );
    case "AssignmentPattern":
      return namesIn(pattern.left);
  }
}

/** Returns the variables, functions, classes and types that a module declares. */
function declaredNames(file: string, code: string): readonly string[] {
  const names: string[] = [];
  const add = ({ id }: { readonly id: { readonly name: string } | null }) => {
    if (id) names.push(id.name);
  };
  new Visitor({
    VariableDeclarator: ({ id }) => void names.push(...namesIn(id)),
    FunctionDeclaration: add,
    ClassDeclaration: add,
    TSTypeAliasDeclaration: add,
    TSInterfaceDeclaration: add,
  }).visit(parseSync(file, code).program);
  return names;
}

/** Returns the tables, functions and other objects that a migration creates. */
const declaredInSql = (sql: string): readonly string[] =>
  [
    ...sql.matchAll(
      /^create (?:or replace )?(?:unique )?(?:table|view|function|type|index) ([\w.]+)/gm,
    ),
  ].map(([, name = ""]) => name.split(".").at(-1) ?? "");

const partsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split("_");

const isOdd = (name: string, former: ReadonlySet<string>): boolean =>
  former.has(name) || partsOf(name).some((part) => BANNED_PARTS.has(part));

describe("the glossary", () => {
  const former = formerNames(readFileSync("docs/glossary.md", "utf8"));

  it("has former names, and the check finds them in declarations", () => {
    expect(former.size).toBeGreaterThan(100);
    const code = "const { a: ripeToken, settleTold } = x; type Giver = 1; function newsOf() {}";
    expect(declaredNames("x.ts", code).filter((name) => isOdd(name, former))).toEqual([
      "ripeToken",
      "settleTold",
      "Giver",
      "newsOf",
    ]);
    expect(
      declaredInSql("create table public.gift_links (").filter((name) => isOdd(name, former)),
    ).toEqual(["gift_links"]);
  });

  it("is followed by every declaration", () => {
    const codeNames = globSync("{web,supabase}/**/*.{ts,tsx}", {
      exclude: ["**/node_modules/**", "**/dist/**", "supabase/.temp/**"],
    }).flatMap((file) =>
      declaredNames(file, readFileSync(file, "utf8")).map((name) => ({ file, name })),
    );
    const sqlNames = globSync("supabase/migrations/*.sql").flatMap((file) =>
      declaredInSql(readFileSync(file, "utf8")).map((name) => ({ file, name })),
    );
    expect(codeNames.length).toBeGreaterThan(5000);
    expect([...codeNames, ...sqlNames].filter(({ name }) => isOdd(name, former))).toEqual([]);
  });
});
