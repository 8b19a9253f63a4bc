import { globSync, readFileSync } from "node:fs";
import { parseSync, type Visitor } from "vite";
import { describe, expect, it } from "vitest";

type Visitors = ConstructorParameters<typeof Visitor>[0];
type BindingPattern = Parameters<NonNullable<Visitors["VariableDeclarator"]>>[0]["id"];
type Program = ReturnType<typeof parseSync>["program"];

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

describe("the glossary", () => {
  const glossary = readFileSync("docs/glossary.md", "utf8");
  const modules = globSync("{web,supabase}/**/*.{ts,tsx}", {
    exclude: ["**/node_modules/**", "**/dist/**", "supabase/.temp/**"],
  }).map((file) => {
    const { program } = parseSync(file, readFileSync(file, "utf8"));
    return { file, exportedNames: findExportedNames(program) };
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
