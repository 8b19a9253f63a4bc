import type { ImportDateOrder } from "../../contracts/choices.ts";
import { readCellText } from "./cell-text.ts";
import { readDate, findUsualOrder } from "./read-date.ts";

export interface FoundDateOrder {
  /** Whether the month or the day comes first; null for the usual order, which is different for slashes and dots. */
  readonly order: ImportDateOrder | null;
  /** If the order is a guess, dates that someone has to check: one with slashes or hyphens, and one with dots. */
  readonly examples: readonly string[];
}

/** What the dates with one kind of separator (slashes and hyphens, or dots) reveal about the order. */
interface Evidence {
  readonly usualOrder: ImportDateOrder;
  hasMonthFirst: boolean;
  hasDayFirst: boolean;
  example: string;
}

type Readings = readonly [monthFirst: string | undefined, dayFirst: string | undefined];

const readBothWays = (cell: string): Readings => [
  readDate(cell, { dateOrder: "month_first" })?.day,
  readDate(cell, { dateOrder: "day_first" })?.day,
];

const chooseOrder = ({ usualOrder, hasMonthFirst, hasDayFirst }: Evidence): ImportDateOrder => {
  if (hasMonthFirst === hasDayFirst) return usualOrder;
  return hasMonthFirst ? "month_first" : "day_first";
};

/** Returns whether the order is certain. An unusual order has to be checked, because a single typo could suggest it. */
const isBeyondDoubt = (evidence: Evidence): boolean =>
  evidence.hasMonthFirst !== evidence.hasDayFirst && chooseOrder(evidence) === evidence.usualOrder;

function addEvidence(evidence: Evidence, cell: string, [monthFirst, dayFirst]: Readings): void {
  if (dayFirst === undefined) evidence.hasMonthFirst = true;
  else if (monthFirst === undefined) evidence.hasDayFirst = true;
  else evidence.example ||= cell;
}

/**
 * Determines whether the month or the day comes first in a file's dates. Dates that make sense in only one order
 * determine the result.
 */
export function findDateOrder(cells: Iterable<string>): FoundDateOrder {
  const evidenceByUsualOrder = new Map<ImportDateOrder, Evidence>();
  for (const written of cells) {
    const cell = readCellText(written);
    const usualOrder = findUsualOrder(cell);
    if (usualOrder === undefined) continue;
    const readings = readBothWays(cell);
    if (readings[0] === readings[1]) continue;
    const evidence = evidenceByUsualOrder.get(usualOrder) ?? {
      usualOrder,
      hasMonthFirst: false,
      hasDayFirst: false,
      example: "",
    };
    evidenceByUsualOrder.set(usualOrder, evidence);
    addEvidence(evidence, cell, readings);
  }
  const evidenceList = [...evidenceByUsualOrder.values()];
  const [order = null, otherOrder = order] = evidenceList.map(chooseOrder);
  return {
    order: order === otherOrder ? order : null,
    examples: evidenceList
      .filter((evidence) => evidence.example !== "" && !isBeyondDoubt(evidence))
      .map(({ example }) => example),
  };
}
