import { describe, expect, test } from "vitest";
import { OVERSEAS } from "../contracts/limits.ts";
import { firstSeed, getRoundCount } from "../../../tests/random.ts";
import { getPublicFigures, createRandomHistory } from "../../../tests/release-histories.ts";
import { getDueMonth, createNextStep, type RecordedDelivery, type ReleaseStep } from "./release.ts";

const createDelivery = (changes: Partial<RecordedDelivery> = {}): RecordedDelivery => ({
  deliveredOn: "2026-10-05",
  region: "Europe",
  branch: "Army",
  program: "Deployed Service Members",
  packages: 20,
  families: 0,
  veterans: 0,
  ...changes,
});
const createStep = (
  lastStep: ReleaseStep | null,
  month: string,
  ...deliveries: RecordedDelivery[]
) => createNextStep(lastStep, deliveries, month);
const getRegions = (step: ReleaseStep) => getPublicFigures(step).region;

describe("threat 51: publishing a month", () => {
  test.each([
    ["2026-11-14", "2026-09"],
    ["2026-11-15", "2026-10"],
    ["2026-12-14", "2026-10"],
    ["2026-01-15", "2025-12"],
    ["2026-01-14", "2025-11"],
    ["2026-03-31", "2026-02"],
  ])("is due on %s for %s", (today, month) => {
    expect(getDueMonth(today)).toBe(month);
  });

  test("includes the month as a whole; later entries wait for the next one", () => {
    const october = createStep(
      null,
      "2026-10",
      createDelivery({ deliveredOn: "2026-10-31" }),
      createDelivery({ deliveredOn: "2026-11-01", packages: 300 }),
      createDelivery({ region: null, packages: 500 }),
    );
    expect(getRegions(october)).toEqual({ Europe: 20 });
    const november = createStep(
      october,
      "2026-11",
      createDelivery(),
      createDelivery({ packages: 25 }),
    );
    expect(getRegions(november)).toEqual({ Europe: 45 });
  });

  test("carries additions under 20 packages over to later months", () => {
    const smallDelivery = createDelivery({ packages: 19 });
    const october = createStep(null, "2026-10", smallDelivery);
    expect(october).toEqual({ month: "2026-10", isReleased: false, since: null, figures: [] });
    const november = createStep(october, "2026-11", smallDelivery, createDelivery({ packages: 1 }));
    expect(november).toMatchObject({ isReleased: true, since: "2026-10" });
    expect(getRegions(november)).toEqual({ Europe: 20 });
  });
});

describe("threat 51: published names", () => {
  test("need 20 packages added in one step, and packages already counted as overseas stay there", () => {
    const smallDelivery = createDelivery({ region: "Africa", packages: 10 });
    const otherDeliveries = [
      createDelivery({ packages: 40 }),
      createDelivery({ region: "the Americas", packages: 12 }),
    ];
    const firstStep = createStep(null, "2026-10", smallDelivery, ...otherDeliveries);
    expect(getRegions(firstStep)).toEqual({ Europe: 40, [OVERSEAS]: 22 });
    const secondStep = createStep(
      firstStep,
      "2026-11",
      smallDelivery,
      ...otherDeliveries,
      smallDelivery,
      createDelivery({ packages: 30 }),
    );
    expect(getRegions(secondStep)).toEqual({ Europe: 40, [OVERSEAS]: 62 });
  });

  test("don't include the smallest one if the remainder would be under 20", () => {
    const step = createStep(
      null,
      "2026-10",
      createDelivery({ packages: 47 }),
      createDelivery({ region: "Africa", packages: 5 }),
      createDelivery({ region: "the Middle East", packages: 41 }),
    );
    expect(getRegions(step)).toEqual({ Europe: 47, [OVERSEAS]: 46 });
  });

  test("of branches and programs follow the same rule, each with its own remainder", () => {
    const step = createStep(
      null,
      "2026-10",
      createDelivery({ packages: 30 }),
      createDelivery({ branch: "Navy", program: "Veterans", packages: 20 }),
      createDelivery({ branch: "Marines", packages: 20 }),
      createDelivery({ branch: "Coast Guard", packages: 10 }),
      createDelivery({ branch: "Other", packages: 10 }),
    );
    expect(getPublicFigures(step)).toMatchObject({
      packages: 90,
      region: { Europe: 90 },
      branch: { Army: 30, Marines: 20, Navy: 20, Other: 20 },
      program: { "Deployed Service Members": 70, Veterans: 20 },
    });
  });

  test("include families only once there are 20, and never appear because of families alone", () => {
    const firstStep = createStep(null, "2026-10", createDelivery({ families: 12 }));
    expect(getPublicFigures(firstStep)).toMatchObject({ packages: 20, families: 0 });
    const secondStep = createStep(
      firstStep,
      "2026-11",
      createDelivery({ families: 12 }),
      createDelivery({ region: "Africa", packages: 1, families: 90 }),
      createDelivery({ packages: 19, families: 8 }),
    );
    expect(getPublicFigures(secondStep)).toMatchObject({
      packages: 40,
      families: 110,
      region: { Europe: 20, [OVERSEAS]: 20 },
      familiesByRegion: { Europe: 0, [OVERSEAS]: 110 },
    });
  });
});

describe("threat 51: corrections", () => {
  test("wait if they would reduce a total, and the published figures don't change", () => {
    const firstStep = createStep(null, "2026-10", createDelivery({ packages: 400 }));
    const secondStep = createStep(firstStep, "2026-11", createDelivery({ packages: 40 }));
    expect(secondStep.isReleased).toBe(false);
    expect(getRegions(secondStep)).toEqual({ Europe: 400 });
    const thirdStep = createStep(
      secondStep,
      "2026-12",
      createDelivery({ packages: 40 }),
      createDelivery({ packages: 380 }),
    );
    expect(getRegions(thirdStep)).toEqual({ Europe: 420 });
  });

  test("are offset against later additions to a region if they move a delivery out of it", () => {
    const firstStep = createStep(
      null,
      "2026-10",
      createDelivery({ region: "Africa", packages: 60 }),
    );
    const movedDelivery = createDelivery({ packages: 60 });
    const secondStep = createStep(
      firstStep,
      "2026-11",
      movedDelivery,
      createDelivery({ packages: 40 }),
    );
    expect(getRegions(secondStep)).toEqual({ Africa: 60, [OVERSEAS]: 40 });
    const laterDelivery = createDelivery({ region: "Africa", packages: 90 });
    const thirdStep = createStep(
      secondStep,
      "2026-12",
      movedDelivery,
      createDelivery({ packages: 40 }),
      laterDelivery,
    );
    expect(getRegions(thirdStep)).toEqual({ Africa: 90, [OVERSEAS]: 100 });
  });
});

/** Returns the figures in the response, each under a unique name. */
function readFigures(response: ReturnType<typeof getPublicFigures>): Map<string, number> {
  const figures = new Map<string, number>();
  for (const [group, value] of Object.entries(response)) {
    if (typeof value === "number") figures.set(group, value);
    else
      for (const [name, figure] of Object.entries(value)) figures.set(`${group} ${name}`, figure);
  }
  return figures;
}

const sumFigures = (figures: Record<string, number>) =>
  Object.values(figures).reduce((sum, value) => sum + value, 0);

test("threat 51: in random histories, no figure falls and none changes by 1 to 19", () => {
  const historyCount = getRoundCount(1000);
  const statistics = { smallest: Infinity, changes: 0, named: 0, waiting: 0 };
  const problems: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + historyCount; seed++) {
    let earlierFigures = new Map<string, number>();
    let step: ReleaseStep | null = null;
    for (const { month, deliveries } of createRandomHistory(seed)) {
      step = createNextStep(step, deliveries, month);
      if (!step.isReleased) statistics.waiting++;
      const response = getPublicFigures(step);
      const figures = readFigures(response);
      for (const name of earlierFigures.keys()) {
        if (!figures.has(name)) problems.push(`${seed} ${month}: ${name} is gone`);
      }
      for (const [name, figure] of figures) {
        const difference = figure - (earlierFigures.get(name) ?? 0);
        if (difference === 0) continue;
        statistics.changes++;
        if (name.startsWith("region ") && !name.endsWith(OVERSEAS)) statistics.named++;
        statistics.smallest = Math.min(statistics.smallest, difference);
      }
      const sums = [response.region, response.branch, response.program].map(sumFigures);
      if (sums.some((sum) => sum !== response.packages))
        problems.push(`${seed} ${month}: ${sums.join(", ")}`);
      earlierFigures = figures;
    }
  }
  expect(problems).toEqual([]);
  expect(statistics.smallest).toBe(20);
  expect(statistics.changes).toBeGreaterThan(10 * historyCount);
  expect(Math.min(statistics.named, statistics.waiting)).toBeGreaterThan(historyCount / 2);
}, 120_000);
