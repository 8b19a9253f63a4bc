import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { analyse } from "scslre";

/** From this many repetitions on, nesting becomes noticeably slow, so such a repetition counts as unbounded. */
const LONG_REPETITION = 21;

type Element = AST.Element;
type Disjunction = AST.Group | AST.CapturingGroup;

const isLongRepetition = (node: AST.Node): node is AST.Quantifier =>
  node.type === "Quantifier" && node.max >= LONG_REPETITION;

/** Sample characters of all kinds, enough to detect whether two sets overlap. */
const SAMPLE_CHARACTERS = [
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
function findCharacters(node: Element, flags: string): ReadonlySet<string> {
  const characterPattern = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ""));
  return new Set(SAMPLE_CHARACTERS.filter((character) => characterPattern.test(character)));
}

const isOneCharacter = ({ type }: Element): boolean =>
  type === "Character" || type === "CharacterSet" || type === "CharacterClass";

const haveOverlap = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  [...left].some((character) => right.has(character));

/**
 * Returns the characters an expression may start with; undefined if it may be empty or starts with something not
 * analyzed.
 */
function findFirstCharacters(
  elements: readonly Element[],
  flags: string,
): ReadonlySet<string> | undefined {
  const allCharacters = new Set<string>();
  for (const element of elements) {
    if (element.type === "Assertion") continue;
    const node = element.type === "Quantifier" ? element.element : element;
    const characters = isOneCharacter(node)
      ? findCharacters(node, flags)
      : node.type === "Group" || node.type === "CapturingGroup"
        ? findFirstCharactersOfAny(node.alternatives, flags)
        : undefined;
    if (characters === undefined) return undefined;
    for (const character of characters) allCharacters.add(character);
    if (element.type !== "Quantifier" || element.min > 0) return allCharacters;
  }
  return undefined;
}

function findFirstCharactersOfAny(alternatives: readonly AST.Alternative[], flags: string) {
  const allCharacters = new Set<string>();
  for (const { elements } of alternatives) {
    const characters = findFirstCharacters(elements, flags);
    if (characters === undefined) return undefined;
    for (const character of characters) allCharacters.add(character);
  }
  return allCharacters;
}

function findLongQuantifiers(node: AST.Node): AST.Quantifier[] {
  const found: AST.Quantifier[] = [];
  visitRegExpAST(node, {
    onQuantifierEnter: (inner) => {
      if (inner !== node && isLongRepetition(inner)) found.push(inner);
    },
  });
  return found;
}

/**
 * Returns whether each iteration starts or ends with a character that no inner repetition matches, so that text can
 * be split in only one way.
 */
function isDelimited(
  { elements }: AST.Alternative,
  innerQuantifiers: AST.Quantifier[],
  flags: string,
) {
  const innerCharacters = new Set<string>();
  for (const { element } of innerQuantifiers) {
    if (!isOneCharacter(element)) return false;
    for (const character of findCharacters(element, flags)) innerCharacters.add(character);
  }
  const [lastElement] = elements.slice(-1);
  const startCharacters = findFirstCharacters(elements.slice(0, 1), flags);
  if (startCharacters !== undefined && !haveOverlap(startCharacters, innerCharacters)) return true;
  return (
    lastElement !== undefined &&
    isOneCharacter(lastElement) &&
    !haveOverlap(findCharacters(lastElement, flags), innerCharacters)
  );
}

function findFaults(outerQuantifier: AST.Quantifier, flags: string): string[] {
  const faults: string[] = [];
  const { element } = outerQuantifier;
  if (element.type === "Group" || element.type === "CapturingGroup") {
    for (const alternative of element.alternatives) {
      const innerQuantifiers = findLongQuantifiers(alternative);
      if (innerQuantifiers.length > 0 && !isDelimited(alternative, innerQuantifiers, flags)) {
        faults.push(`nested: ${innerQuantifiers[0]?.raw} in ${outerQuantifier.raw}`);
      }
    }
  }
  visitRegExpAST(element, {
    onGroupEnter: (group) => void faults.push(...findOverlaps(group, flags)),
    onCapturingGroupEnter: (group) => void faults.push(...findOverlaps(group, flags)),
  });
  return faults;
}

/** Finds branches that match the same character within a repetition, so that each iteration tries both. */
function findOverlaps({ raw, alternatives }: Disjunction, flags: string): string[] {
  const startSets = alternatives.map(({ elements }) => findFirstCharacters(elements, flags));
  return startSets.flatMap((startCharacters, index) =>
    startSets
      .slice(index + 1)
      .some(
        (otherCharacters) =>
          startCharacters === undefined ||
          otherCharacters === undefined ||
          haveOverlap(startCharacters, otherCharacters),
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
export function findBacktracking(source: string, flags: string): Backtracking {
  const nested: string[] = [];
  const parser = new RegExpParser();
  const parserFlags = { unicode: /u/.test(flags), unicodeSets: /v/.test(flags) };
  visitRegExpAST(parser.parsePattern(source, 0, source.length, parserFlags), {
    onQuantifierEnter: (node) => {
      if (isLongRepetition(node)) nested.push(...findFaults(node, flags));
    },
  });
  const { reports } = analyse({ source, flags });
  nested.push(...reports.filter(({ exponential }) => exponential).map(({ type }) => type));
  return { nested, superLinear: reports.map(({ type }) => type) };
}
