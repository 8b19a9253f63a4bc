import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { analyse } from "scslre";

/** From here on a repetition counts as endless: what it costs within another one is felt. */
const LONG = 21;

type Element = AST.Element;
type Disjunction = AST.Group | AST.CapturingGroup;

const isLong = (node: AST.Node): node is AST.Quantifier =>
  node.type === "Quantifier" && node.max >= LONG;

/** Enough letters of all kinds to see whether two sets share one. */
const LETTERS = [
  ...Array.from({ length: 0x500 }, (_, code) => code),
  0x2028,
  0x2029,
  0x3000,
  0xd7ff,
  0xe000,
  0xfeff,
  0xfffd,
].map((code) => String.fromCharCode(code));

/** The letters that one place of an expression takes. */
function lettersOf(node: Element, flags: string): ReadonlySet<string> {
  const one = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ""));
  return new Set(LETTERS.filter((letter) => one.test(letter)));
}

const isOneLetter = ({ type }: Element): boolean =>
  type === "Character" || type === "CharacterSet" || type === "CharacterClass";

const shared = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  [...left].some((letter) => right.has(letter));

/** Letters with which it may begin; undefined where it may be empty, or begins with what is not looked into. */
function firstLetters(
  elements: readonly Element[],
  flags: string,
): ReadonlySet<string> | undefined {
  const all = new Set<string>();
  for (const element of elements) {
    if (element.type === "Assertion") continue;
    const node = element.type === "Quantifier" ? element.element : element;
    const letters = isOneLetter(node)
      ? lettersOf(node, flags)
      : node.type === "Group" || node.type === "CapturingGroup"
        ? firstOfAny(node.alternatives, flags)
        : undefined;
    if (letters === undefined) return undefined;
    for (const letter of letters) all.add(letter);
    if (element.type !== "Quantifier" || element.min > 0) return all;
  }
  return undefined;
}

function firstOfAny(alternatives: readonly AST.Alternative[], flags: string) {
  const all = new Set<string>();
  for (const { elements } of alternatives) {
    const letters = firstLetters(elements, flags);
    if (letters === undefined) return undefined;
    for (const letter of letters) all.add(letter);
  }
  return all;
}

/** Every long repetition in it, however deep. */
function longWithin(node: AST.Node): AST.Quantifier[] {
  const found: AST.Quantifier[] = [];
  visitRegExpAST(node, {
    onQuantifierEnter: (inner) => {
      if (inner !== node && isLong(inner)) found.push(inner);
    },
  });
  return found;
}

/** Each turn begins or ends with a letter that no repetition inside takes, so there is one way to split a text. */
function isDelimited({ elements }: AST.Alternative, inner: AST.Quantifier[], flags: string) {
  const taken = new Set<string>();
  for (const { element } of inner) {
    if (!isOneLetter(element)) return false;
    for (const letter of lettersOf(element, flags)) taken.add(letter);
  }
  const [last] = elements.slice(-1);
  const first = firstLetters(elements.slice(0, 1), flags);
  if (first !== undefined && !shared(first, taken)) return true;
  return last !== undefined && isOneLetter(last) && !shared(lettersOf(last, flags), taken);
}

function faultsIn(outer: AST.Quantifier, flags: string): string[] {
  const faults: string[] = [];
  const { element } = outer;
  if (element.type === "Group" || element.type === "CapturingGroup") {
    for (const alternative of element.alternatives) {
      const inner = longWithin(alternative);
      if (inner.length > 0 && !isDelimited(alternative, inner, flags)) {
        faults.push(`nested: ${inner[0]?.raw} in ${outer.raw}`);
      }
    }
  }
  visitRegExpAST(element, {
    onGroupEnter: (group) => void faults.push(...overlapsIn(group, flags)),
    onCapturingGroupEnter: (group) => void faults.push(...overlapsIn(group, flags)),
  });
  return faults;
}

/** Two ways for one letter, tried anew at every turn of the repetition around them. */
function overlapsIn({ raw, alternatives }: Disjunction, flags: string): string[] {
  const firsts = alternatives.map(({ elements }) => firstLetters(elements, flags));
  return firsts.flatMap((first, index) =>
    firsts
      .slice(index + 1)
      .some((other) => first === undefined || other === undefined || shared(first, other))
      ? [`ambiguous: ${raw}`]
      : [],
  );
}

export interface Backtracking {
  /** Exponential, or as good as: never right. */
  readonly nested: readonly string[];
  /** Quadratic or worse: a question of how long a text it meets. */
  readonly superLinear: readonly string[];
}

/** How an expression can be made to try a text in more ways than it has letters. */
export function backtrackingOf(source: string, flags: string): Backtracking {
  const nested: string[] = [];
  const parser = new RegExpParser();
  const whole = { unicode: /u/.test(flags), unicodeSets: /v/.test(flags) };
  visitRegExpAST(parser.parsePattern(source, 0, source.length, whole), {
    onQuantifierEnter: (node) => {
      if (isLong(node)) nested.push(...faultsIn(node, flags));
    },
  });
  const { reports } = analyse({ source, flags });
  nested.push(...reports.filter(({ exponential }) => exponential).map(({ type }) => type));
  return { nested, superLinear: reports.map(({ type }) => type) };
}
