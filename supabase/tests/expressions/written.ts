import { parseSync, Visitor } from "vite";

export interface WrittenExpression {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

type Node = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]["NewExpression"]>>[0];
type Expression = Node["arguments"][number];

/** Constant strings by name, for expressions assembled from them. */
type Texts = ReadonlyMap<string, Expression>;

/** Stands in for a value known only at run time: a name, an id, a folder. */
const UNKNOWN = "x";

function textOf(node: Expression | null | undefined, texts: Texts, depth = 0): string {
  if (!node || depth > 20) return UNKNOWN;
  const inner = (part: Expression) => textOf(part, texts, depth + 1);
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "Identifier") return inner(texts.get(node.name) as Expression);
  if (node.type === "BinaryExpression") return inner(node.left as Expression) + inner(node.right);
  if (node.type === "TaggedTemplateExpression") {
    return node.quasi.quasis.map(({ value }) => value.raw).join(UNKNOWN);
  }
  if (node.type !== "TemplateLiteral") return UNKNOWN;
  return node.quasis
    .map(({ value }, index) => {
      const next = node.expressions[index];
      return (value.cooked ?? "") + (next ? inner(next) : "");
    })
    .join("");
}

const parseFile = (file: string, code: string) => {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  return program;
};

/** Returns every regular expression of these sources, literals as well as those built from strings. */
export function writtenExpressions(sources: ReadonlyMap<string, string>): WrittenExpression[] {
  const texts = new Map<string, Expression>();
  const programs = [...sources].map(([file, code]) => [file, parseFile(file, code)] as const);
  for (const [, program] of programs) {
    new Visitor({
      VariableDeclarator: ({ id, init }) => {
        if (id.type === "Identifier" && init) texts.set(id.name, init);
      },
    }).visit(program);
  }
  const expressions: WrittenExpression[] = [];
  for (const [file, program] of programs) {
    const constructedExpression = ({
      callee,
      arguments: [source, flags],
    }: Pick<Node, "callee" | "arguments">) => {
      if (callee.type !== "Identifier" || callee.name !== "RegExp") return;
      expressions.push({
        file,
        source: textOf(source, texts),
        flags: flags ? textOf(flags, texts) : "",
      });
    };
    new Visitor({
      Literal: (node) => {
        if (!("regex" in node)) return;
        expressions.push({ file, source: node.regex.pattern, flags: node.regex.flags });
      },
      NewExpression: constructedExpression,
      CallExpression: constructedExpression,
    }).visit(program);
  }
  return expressions;
}
