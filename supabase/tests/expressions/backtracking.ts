import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { analyse } from "scslre";

/** From this many repetitions on, nesting becomes noticeably slow, so a repetition counts as unbounded. */
const LONG_REPETITION = 21;

type Element = AST.Element;
type Disjunction = AST.Group | AST.CapturingGroup;

const isLong = (node: AST.Node): node is AST.Quantifier =>
  node.type === "Quantifier" && node.max >= LONG_REPETITION;

/** Sample characters of all kinds, enough to detect whether two sets overlap. */
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

/** Returns the characters that one element of an expression matches. */
function lettersOf(node: Element, flags: string): ReadonlySet<string> {
  const letterPattern = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ""));
  return new Set(LETTERS.filter((letter) => letterPattern.test(letter)));
}

const isOneLetter = ({ type }: Element): boolean =>
  type === "Character" || type === "CharacterSet" || type === "CharacterClass";

const overlap = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  [...left].some((letter) => right.has(letter));

/**
 * Returns the characters an expression may start with; undefined if it may be empty or starts with something not
 * analyzed.
 */
function firstLetters(
  elements: readonly Element[],
  flags: string,
): ReadonlySet<string> | undefined {
  const allLetters = new Set<string>();
  for (const element of elements) {
    if (element.type === "Assertion") continue;
    const node = element.type === "Quantifier" ? element.element : element;
    const letters = isOneLetter(node)
      ? lettersOf(node, flags)
      : node.type === "Group" || node.type === "CapturingGroup"
        ? firstOfAny(node.alternatives, flags)
        : undefined;
    if (letters === undefined) return undefined;
    for (const letter of letters) allLetters.add(letter);
    if (element.type !== "Quantifier" || element.min > 0) return allLetters;
  }
  return undefined;
}

function firstOfAny(alternatives: readonly AST.Alternative[], flags: string) {
  const allLetters = new Set<string>();
  for (const { elements } of alternatives) {
    const letters = firstLetters(elements, flags);
    if (letters === undefined) return undefined;
    for (const letter of letters) allLetters.add(letter);
  }
  return allLetters;
}

function longWithin(node: AST.Node): AST.Quantifier[] {
  const found: AST.Quantifier[] = [];
  visitRegExpAST(node, {
    onQuantifierEnter: (inner) => {
      if (inner !== node && isLong(inner)) found.push(inner);
    },
  });
  return found;
}

/**
 * Returns whether each iteration starts or ends with a character that no inner repetition matches, so that text can
 * be split in only one way.
 */
function isDelimited({ elements }: AST.Alternative, inner: AST.Quantifier[], flags: string) {
  const innerLetters = new Set<string>();
  for (const { element } of inner) {
    if (!isOneLetter(element)) return false;
    for (const letter of lettersOf(element, flags)) innerLetters.add(letter);
  }
  const [last] = elements.slice(-1);
  const startLetters = firstLetters(elements.slice(0, 1), flags);
  if (startLetters !== undefined && !overlap(startLetters, innerLetters)) return true;
  return last !== undefined && isOneLetter(last) && !overlap(lettersOf(last, flags), innerLetters);
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

/** Finds branches that match the same character within a repetition, so that each iteration tries both. */
function overlapsIn({ raw, alternatives }: Disjunction, flags: string): string[] {
  const firsts = alternatives.map(({ elements }) => firstLetters(elements, flags));
  return firsts.flatMap((startLetters, index) =>
    firsts
      .slice(index + 1)
      .some(
        (otherLetters) =>
          startLetters === undefined ||
          otherLetters === undefined ||
          overlap(startLetters, otherLetters),
      )
      ? [`ambiguous: ${raw}`]
      : [],
  );
}

export interface Backtracking {
  /** Exponential, or nearly so: never acceptable. */
  readonly nested: readonly string[];
  /** Quadratic or worse: acceptable only for short text. */
  readonly superLinear: readonly string[];
}

/** Returns the ways in which text can make an expression backtrack more than once per character. */
export function backtrackingOf(source: string, flags: string): Backtracking {
  const nested: string[] = [];
  const parser = new RegExpParser();
  const parserFlags = { unicode: /u/.test(flags), unicodeSets: /v/.test(flags) };
  visitRegExpAST(parser.parsePattern(source, 0, source.length, parserFlags), {
    onQuantifierEnter: (node) => {
      if (isLong(node)) nested.push(...faultsIn(node, flags));
    },
  });
  const { reports } = analyse({ source, flags });
  nested.push(...reports.filter(({ exponential }) => exponential).map(({ type }) => type));
  return { nested, superLinear: reports.map(({ type }) => type) };
}
