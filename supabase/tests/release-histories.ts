import { DELIVERY_REGIONS, type DeliveryRegion } from "../functions/_shared/contracts/choices.ts";
import type { RecordedDelivery, ReleaseStep } from "../functions/_shared/rules/release.ts";

export interface EnteredDelivery extends RecordedDelivery {
  readonly id: number;
}

export interface MonthOfHistory {
  readonly month: string;
  /** All deliveries as recorded on the day of that month's release step. */
  readonly deliveries: readonly EnteredDelivery[];
}

const MONTHS = ["2025-11", "2025-12", "2026-01", "2026-02", "2026-03", "2026-04"];

/**
 * Returns six months of entries, corrections and deletions, some of them for months that are already public. The same
 * seed always gives the same history.
 */
export function createRandomHistory(seed: number): MonthOfHistory[] {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  const pickNumber = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const pick = <Item>(items: readonly Item[]): Item => items[pickNumber(items.length)] as Item;
  const regionCount = 2 + pickNumber(5);
  const maxAmount = pick([6, 15, 40]);

  const pickPlace = () => ({
    region:
      pickNumber(8) === 0 ? null : (DELIVERY_REGIONS[pickNumber(regionCount)] as DeliveryRegion),
    branch: pick(["Army", "Navy", "Air Force", "Other"]),
    program: pick(["Deployed Service Members", "Deployed Service Members", "Veterans"]),
  });
  const pickAmounts = () => ({
    packages: 1 + pickNumber(pickNumber(12) === 0 ? 400 : maxAmount),
    families: pickNumber(maxAmount),
    veterans: pickNumber(9),
  });
  const pickDay = (months: readonly string[]) =>
    `${pick(months)}-${String(1 + pickNumber(28)).padStart(2, "0")}`;

  let deliveries: EnteredDelivery[] = [];
  let id = 0;
  return MONTHS.map((month, index) => {
    const monthsSoFar = MONTHS.slice(0, index + 1);
    for (let count = pickNumber(7); count > 0; count--) {
      // Some belong to the current month, some are entered months late, and some are dated in the next month.
      const months = pick([[month], [month], monthsSoFar, MONTHS.slice(0, index + 2)]);
      deliveries.push({
        id: id++,
        deliveredOn: pickDay(months),
        ...pickPlace(),
        ...pickAmounts(),
      });
    }
    deliveries = deliveries
      .filter(() => pickNumber(10) > 0)
      .map((delivery) => {
        switch (pickNumber(12)) {
          case 0:
            return { ...delivery, ...pickAmounts() };
          case 1:
            return { ...delivery, ...pickPlace() };
          case 2:
            return { ...delivery, deliveredOn: pickDay(MONTHS) };
          default:
            return delivery;
        }
      });
    return { month, deliveries };
  });
}

type Figures = Record<string, number>;

/** Returns the public figures of military mail after a step, by name. */
export function getPublicFigures({ figures }: Pick<ReleaseStep, "figures">) {
  const groupFigures = (dimension: string, measure: string): Figures =>
    Object.fromEntries(
      figures
        .filter((figure) => figure.dimension === dimension && figure.measure === measure)
        .filter(({ name }) =>
          figures.some(
            (figure) =>
              figure.name === name && figure.dimension === dimension && figure.publishedAmount > 0,
          ),
        )
        .map(({ name, publishedAmount }) => [name, publishedAmount]),
    );
  const sumFigures = (measure: string) =>
    Object.values(groupFigures("region", measure)).reduce((sum, value) => sum + value, 0);
  return {
    packages: sumFigures("packages"),
    families: sumFigures("families"),
    veterans: sumFigures("veterans"),
    region: groupFigures("region", "packages"),
    branch: groupFigures("branch", "packages"),
    program: groupFigures("program", "packages"),
    familiesByRegion: groupFigures("region", "families"),
    familiesByBranch: groupFigures("branch", "families"),
    familiesByProgram: groupFigures("program", "families"),
  };
}
