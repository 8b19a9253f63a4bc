import { globSync, readFileSync } from "node:fs";
import { parseSync, Visitor } from "vite";
import { describe, expect, it } from "vitest";

type BindingPattern = Parameters<
  NonNullable<ConstructorParameters<typeof Visitor>[0]["VariableDeclarator"]>
>[0]["id"];

/** Parts of names that only their authors understood. */
const BANNED_PARTS = new Set(["told", "standing", "ripe", "decoy"]);

/** Returns the names in the `was` columns of the glossary. */
function formerNamesIn(glossary: string): ReadonlySet<string> {
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
function declaredNamesIn(file: string, code: string): readonly string[] {
  const names: string[] = [];
  const addName = ({ id }: { readonly id: { readonly name: string } | null }) => {
    if (id) names.push(id.name);
  };
  new Visitor({
    VariableDeclarator: ({ id }) => void names.push(...namesIn(id)),
    FunctionDeclaration: addName,
    ClassDeclaration: addName,
    TSTypeAliasDeclaration: addName,
    TSInterfaceDeclaration: addName,
  }).visit(parseSync(file, code).program);
  return names;
}

/** Returns the tables, functions and other objects that a migration creates. */
const declaredNamesInSql = (sql: string): readonly string[] =>
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

const isBanned = (name: string, formerNameSet: ReadonlySet<string>): boolean =>
  formerNameSet.has(name) || partsOf(name).some((part) => BANNED_PARTS.has(part));

describe("the glossary", () => {
  const formerNameSet = formerNamesIn(readFileSync("docs/glossary.md", "utf8"));

  it("has former names, and the check finds them in declarations", () => {
    expect(formerNameSet.size).toBeGreaterThan(100);
    const code = "const { a: ripeToken, settleTold } = x; type Giver = 1; function newsOf() {}";
    expect(declaredNamesIn("x.ts", code).filter((name) => isBanned(name, formerNameSet))).toEqual([
      "ripeToken",
      "settleTold",
      "Giver",
      "newsOf",
    ]);
    expect(
      declaredNamesInSql("create table public.gift_links (").filter((name) =>
        isBanned(name, formerNameSet),
      ),
    ).toEqual(["gift_links"]);
  });

  it("is followed by every declaration", () => {
    const codeNames = globSync("{web,supabase}/**/*.{ts,tsx}", {
      exclude: ["**/node_modules/**", "**/dist/**", "supabase/.temp/**"],
    }).flatMap((file) =>
      declaredNamesIn(file, readFileSync(file, "utf8")).map((name) => ({ file, name })),
    );
    const sqlNames = globSync("supabase/migrations/*.sql").flatMap((file) =>
      declaredNamesInSql(readFileSync(file, "utf8")).map((name) => ({ file, name })),
    );
    expect(codeNames.length).toBeGreaterThan(5000);
    expect([...codeNames, ...sqlNames].filter(({ name }) => isBanned(name, formerNameSet))).toEqual(
      [],
    );
  });
});
