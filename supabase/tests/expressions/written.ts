import { parseSync, Visitor } from "vite";

export interface FoundExpression {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

type Node = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]["NewExpression"]>>[0];
type Expression = Node["arguments"][number];

/** The initial values of variables by name, for expressions that are built from variables. */
type Initializers = ReadonlyMap<string, Expression>;

/** Stands in for a value known only at run time: a name, an id, a folder. */
const PLACEHOLDER = "x";

function getText(
  node: Expression | null | undefined,
  initializers: Initializers,
  depth = 0,
): string {
  if (!node || depth > 20) return PLACEHOLDER;
  const getPartText = (part: Expression) => getText(part, initializers, depth + 1);
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "Identifier") return getPartText(initializers.get(node.name) as Expression);
  if (node.type === "BinaryExpression")
    return getPartText(node.left as Expression) + getPartText(node.right);
  if (node.type === "TaggedTemplateExpression") {
    return node.quasi.quasis.map(({ value }) => value.raw).join(PLACEHOLDER);
  }
  if (node.type !== "TemplateLiteral") return PLACEHOLDER;
  return node.quasis
    .map(({ value }, index) => {
      const expression = node.expressions[index];
      return (value.cooked ?? "") + (expression ? getPartText(expression) : "");
    })
    .join("");
}

const parseFile = (file: string, code: string) => {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  return program;
};

/** Returns every regular expression of these sources, literals as well as those built from strings. */
export function findExpressions(sources: ReadonlyMap<string, string>): FoundExpression[] {
  const initializers = new Map<string, Expression>();
  const programs = [...sources].map(([file, code]) => [file, parseFile(file, code)] as const);
  for (const [, program] of programs) {
    new Visitor({
      VariableDeclarator: ({ id, init }) => {
        if (id.type === "Identifier" && init) initializers.set(id.name, init);
      },
    }).visit(program);
  }
  const expressions: FoundExpression[] = [];
  for (const [file, program] of programs) {
    const addConstructedExpression = ({
      callee,
      arguments: [source, flags],
    }: Pick<Node, "callee" | "arguments">) => {
      if (callee.type !== "Identifier" || callee.name !== "RegExp") return;
      expressions.push({
        file,
        source: getText(source, initializers),
        flags: flags ? getText(flags, initializers) : "",
      });
    };
    new Visitor({
      Literal: (node) => {
        if (!("regex" in node)) return;
        expressions.push({ file, source: node.regex.pattern, flags: node.regex.flags });
      },
      NewExpression: addConstructedExpression,
      CallExpression: addConstructedExpression,
    }).visit(program);
  }
  return expressions;
}
