import type { DeliveryRegion } from "../contracts/choices.ts";
import { OVERSEAS } from "../contracts/limits.ts";

/**
 * When and under which names military mail becomes public (docs/decisions/0006). The database publishes by the same
 * rule in `private.release_deliveries`; a test replays random histories through both.
 */

/** Day of the next month on which a month is published. */
export const RELEASE_DAY = 15;
/** The smallest change to a published figure. */
export const SMALLEST_GROUP = 20;

export const DIMENSIONS = ["region", "branch", "program"] as const;
type Dimension = (typeof DIMENSIONS)[number];
const MEASURES = ["packages", "families", "veterans"] as const;
type Measure = (typeof MEASURES)[number];

/** Names for additions too small to be published separately. */
export const REMAINDER_NAMES: Readonly<Record<Dimension, string>> = {
  region: OVERSEAS,
  branch: "Other",
  program: "Other",
};

export interface RecordedDelivery extends Readonly<Record<Measure, number>> {
  /** YYYY-MM-DD */
  readonly deliveredOn: string;
  /** Null within the states, whose deliveries are public at once and exempt from this rule. */
  readonly region: DeliveryRegion | null;
  readonly branch: string;
  readonly program: string;
}

export interface ReleasedFigure {
  readonly dimension: Dimension;
  readonly name: string;
  readonly measure: Measure;
  /** The figure published so far, which never decreases. */
  readonly shown: number;
  /** How much of the recorded total earlier steps have processed. */
  readonly counted: number;
}

export interface ReleaseStep {
  /** YYYY-MM, the last month included. */
  readonly month: string;
  /** False if the addition was too small and waits for the next step. */
  readonly isReleased: boolean;
  /** Month in which 20 packages were reached. */
  readonly since: string | null;
  readonly figures: readonly ReleasedFigure[];
}

/** Returns the newest month that may be public that day. Each is released on the 15th of the next month. */
export function dueMonth(today: string): string {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - (RELEASE_DAY - 1));
  day.setUTCMonth(day.getUTCMonth() - 1, 1);
  return day.toISOString().slice(0, 7);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0);

/** Returns the figures to publish for `month`, after the previous step and given what is recorded. */
export function nextStep(
  previous: ReleaseStep | null,
  deliveries: readonly RecordedDelivery[],
  month: string,
): ReleaseStep {
  const releasable = deliveries.filter(
    ({ deliveredOn, region }) => region !== null && deliveredOn.slice(0, 7) <= month,
  );
  const shownBefore = sum(
    (previous?.figures ?? [])
      .filter(({ dimension, measure }) => dimension === "region" && measure === "packages")
      .map(({ shown }) => shown),
  );
  if (sum(releasable.map(({ packages }) => packages)) - shownBefore < SMALLEST_GROUP) {
    return { since: null, figures: [], ...previous, month, isReleased: false };
  }
  const since = [previous?.since ?? null, firstMonth(releasable)]
    .filter((month) => month !== null)
    .sort()[0];
  return {
    month,
    isReleased: true,
    since: since ?? null,
    figures: DIMENSIONS.flatMap((dimension) => figuresOf(dimension, previous, releasable)),
  };
}

function firstMonth(deliveries: readonly RecordedDelivery[]): string | null {
  let packages = 0;
  for (const delivery of deliveries.toSorted((a, b) => (a.deliveredOn < b.deliveredOn ? -1 : 1))) {
    packages += delivery.packages;
    if (packages >= SMALLEST_GROUP) return delivery.deliveredOn.slice(0, 7);
  }
  return null;
}

interface Ledger {
  shown: number;
  counted: number;
  recorded: number;
}

function figuresOf(
  dimension: Dimension,
  previous: ReleaseStep | null,
  deliveries: readonly RecordedDelivery[],
): ReleasedFigure[] {
  const figures: ReleasedFigure[] = [];
  let publishedNames: ReadonlySet<string> | null = null;
  for (const measure of MEASURES) {
    const ledgers = new Map<string, Ledger>();
    const ledgerOf = (name: string): Ledger => {
      const ledger = ledgers.get(name) ?? { shown: 0, counted: 0, recorded: 0 };
      ledgers.set(name, ledger);
      return ledger;
    };
    for (const figure of previous?.figures ?? []) {
      if (figure.dimension !== dimension || figure.measure !== measure) continue;
      Object.assign(ledgerOf(figure.name), { shown: figure.shown, counted: figure.counted });
    }
    for (const delivery of deliveries) {
      ledgerOf(delivery[dimension] ?? "").recorded += delivery[measure];
    }
    const nameable: ReadonlySet<string> | null = publishedNames;
    const published = publish(
      ledgers,
      ledgerOf(REMAINDER_NAMES[dimension]),
      (name) => nameable?.has(name) ?? true,
    );
    if (measure === "packages") publishedNames = published;
    for (const [name, { shown, counted }] of ledgers) {
      figures.push({ dimension, name, measure, shown, counted });
    }
  }
  return figures;
}

/** Adds new amounts to the names that have enough of them, and the rest to `remainder`. Returns those names. */
function publish(
  ledgers: ReadonlyMap<string, Ledger>,
  remainder: Ledger,
  isNameable: (name: string) => boolean,
): ReadonlySet<string> {
  const allLedgers = [...ledgers.values()];
  let unassigned = sum(allLedgers.map(({ recorded, shown }) => recorded - shown));
  if (unassigned < SMALLEST_GROUP) return new Set();

  const namedAdditions: { name: string; ledger: Ledger; addition: number }[] = [];
  const additions = [...ledgers]
    .map(([name, ledger]) => ({ name, ledger, addition: ledger.recorded - ledger.counted }))
    .filter(({ name, ledger, addition }) => {
      return addition >= SMALLEST_GROUP && ledger !== remainder && isNameable(name);
    })
    .sort((a, b) => b.addition - a.addition || (a.name < b.name ? -1 : 1));
  for (const candidate of additions) {
    if (candidate.addition > unassigned) continue;
    namedAdditions.push(candidate);
    unassigned -= candidate.addition;
  }
  // A small remainder would reveal its contents, so merge the smallest name into it.
  if (unassigned > 0 && unassigned < SMALLEST_GROUP)
    unassigned += namedAdditions.pop()?.addition ?? 0;

  for (const ledger of allLedgers) {
    // Corrections below the published figure wait until later additions to that name exceed them.
    if (ledger.recorded >= ledger.counted || ledger.shown === 0 || ledger === remainder) {
      ledger.counted = ledger.recorded;
    }
  }
  for (const { ledger, addition } of namedAdditions) ledger.shown += addition;
  remainder.shown += unassigned;
  return new Set(namedAdditions.map(({ name }) => name));
}
