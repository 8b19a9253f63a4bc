import type { DeliveryRegion } from "../contracts/choices.ts";
import { OVERSEAS } from "../contracts/limits.ts";

/**
 * Decides when military mail becomes public, and under which names (docs/decisions/0006). The database applies the same
 * rule in `private.release_deliveries`. A test runs both on random histories and compares them.
 */

/** A month's deliveries become public on this day of the following month. */
export const RELEASE_DAY = 15;
/** The smallest amount by which a published figure may change. */
export const SMALLEST_CHANGE = 20;

export const DIMENSIONS = ["region", "branch", "program"] as const;
type Dimension = (typeof DIMENSIONS)[number];
const MEASURES = ["packages", "families", "veterans"] as const;
type Measure = (typeof MEASURES)[number];

/** The names for additions that are too small to be published under their own name. */
export const REMAINDER_NAMES: Readonly<Record<Dimension, string>> = {
  region: OVERSEAS,
  branch: "Other",
  program: "Other",
};

export interface RecordedDelivery extends Readonly<Record<Measure, number>> {
  /** The day of the delivery, as YYYY-MM-DD. */
  readonly deliveredOn: string;
  /** Null for deliveries within the United States, which are public immediately and exempt from this rule. */
  readonly region: DeliveryRegion | null;
  readonly branch: string;
  readonly program: string;
}

export interface ReleasedFigure {
  readonly dimension: Dimension;
  readonly name: string;
  readonly measure: Measure;
  /** The figure published so far, which never decreases. */
  readonly publishedAmount: number;
  /** The part of the recorded total that earlier steps have already processed. */
  readonly countedAmount: number;
}

export interface ReleaseStep {
  /** The last month included, as YYYY-MM. */
  readonly month: string;
  /** False if the addition was too small and waits for the next step. */
  readonly isReleased: boolean;
  /** The month in which the total reached 20 packages. */
  readonly since: string | null;
  readonly figures: readonly ReleasedFigure[];
}

/**
 * Returns the newest month that may be public on that day. Each month is released on the 15th of the following month.
 */
export function getDueMonth(today: string): string {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - (RELEASE_DAY - 1));
  day.setUTCMonth(day.getUTCMonth() - 1, 1);
  return day.toISOString().slice(0, 7);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0);

/** Returns the figures to publish for the month, based on the previous step and the recorded deliveries. */
export function createNextStep(
  previousStep: ReleaseStep | null,
  deliveries: readonly RecordedDelivery[],
  month: string,
): ReleaseStep {
  const releasableDeliveries = deliveries.filter(
    ({ deliveredOn, region }) => region !== null && deliveredOn.slice(0, 7) <= month,
  );
  const previousTotal = sum(
    (previousStep?.figures ?? [])
      .filter(({ dimension, measure }) => dimension === "region" && measure === "packages")
      .map(({ publishedAmount }) => publishedAmount),
  );
  if (sum(releasableDeliveries.map(({ packages }) => packages)) - previousTotal < SMALLEST_CHANGE) {
    return { since: null, figures: [], ...previousStep, month, isReleased: false };
  }
  const since = [previousStep?.since ?? null, findFirstMonth(releasableDeliveries)]
    .filter((month) => month !== null)
    .sort()[0];
  return {
    month,
    isReleased: true,
    since: since ?? null,
    figures: DIMENSIONS.flatMap((dimension) =>
      computeFigures(dimension, previousStep, releasableDeliveries),
    ),
  };
}

function findFirstMonth(deliveries: readonly RecordedDelivery[]): string | null {
  let packages = 0;
  for (const delivery of deliveries.toSorted((a, b) => (a.deliveredOn < b.deliveredOn ? -1 : 1))) {
    packages += delivery.packages;
    if (packages >= SMALLEST_CHANGE) return delivery.deliveredOn.slice(0, 7);
  }
  return null;
}

interface LedgerEntry {
  publishedAmount: number;
  countedAmount: number;
  recordedAmount: number;
}

function computeFigures(
  dimension: Dimension,
  previousStep: ReleaseStep | null,
  deliveries: readonly RecordedDelivery[],
): ReleasedFigure[] {
  const figures: ReleasedFigure[] = [];
  let publishedNames: ReadonlySet<string> | null = null;
  for (const measure of MEASURES) {
    const entries = new Map<string, LedgerEntry>();
    const getEntry = (name: string): LedgerEntry => {
      const entry = entries.get(name) ?? {
        publishedAmount: 0,
        countedAmount: 0,
        recordedAmount: 0,
      };
      entries.set(name, entry);
      return entry;
    };
    for (const figure of previousStep?.figures ?? []) {
      if (figure.dimension !== dimension || figure.measure !== measure) continue;
      Object.assign(getEntry(figure.name), {
        publishedAmount: figure.publishedAmount,
        countedAmount: figure.countedAmount,
      });
    }
    for (const delivery of deliveries) {
      getEntry(delivery[dimension] ?? "").recordedAmount += delivery[measure];
    }
    const allowedNames: ReadonlySet<string> | null = publishedNames;
    const newNames = publish(
      entries,
      getEntry(REMAINDER_NAMES[dimension]),
      (name) => allowedNames?.has(name) ?? true,
    );
    if (measure === "packages") publishedNames = newNames;
    for (const [name, { publishedAmount, countedAmount }] of entries) {
      figures.push({ dimension, name, measure, publishedAmount, countedAmount });
    }
  }
  return figures;
}

/**
 * Adds new amounts to the names that have enough to be published, and all remaining amounts to `remainderEntry`.
 * Returns the names that have enough.
 */
function publish(
  entries: ReadonlyMap<string, LedgerEntry>,
  remainderEntry: LedgerEntry,
  isNameable: (name: string) => boolean,
): ReadonlySet<string> {
  const allEntries = [...entries.values()];
  let unassignedAmount = sum(
    allEntries.map(({ recordedAmount, publishedAmount }) => recordedAmount - publishedAmount),
  );
  if (unassignedAmount < SMALLEST_CHANGE) return new Set();

  const namedAdditions: { name: string; entry: LedgerEntry; addition: number }[] = [];
  const additions = [...entries]
    .map(([name, entry]) => ({ name, entry, addition: entry.recordedAmount - entry.countedAmount }))
    .filter(({ name, entry, addition }) => {
      return addition >= SMALLEST_CHANGE && entry !== remainderEntry && isNameable(name);
    })
    .sort((a, b) => b.addition - a.addition || (a.name < b.name ? -1 : 1));
  for (const candidate of additions) {
    if (candidate.addition > unassignedAmount) continue;
    namedAdditions.push(candidate);
    unassignedAmount -= candidate.addition;
  }
  // A small remainder would reveal what it consists of, so add the smallest name's amount to it.
  if (unassignedAmount > 0 && unassignedAmount < SMALLEST_CHANGE)
    unassignedAmount += namedAdditions.pop()?.addition ?? 0;

  for (const entry of allEntries) {
    // If a correction lowered the total of a name that has a published figure, later additions to that name aren't
    // published until they exceed the correction.
    if (
      entry.recordedAmount >= entry.countedAmount ||
      entry.publishedAmount === 0 ||
      entry === remainderEntry
    ) {
      entry.countedAmount = entry.recordedAmount;
    }
  }
  for (const { entry, addition } of namedAdditions) entry.publishedAmount += addition;
  remainderEntry.publishedAmount += unassignedAmount;
  return new Set(namedAdditions.map(({ name }) => name));
}
