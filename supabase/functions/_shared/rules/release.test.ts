import { describe, expect, test } from "vitest";
import { OVERSEAS } from "../contracts/limits.ts";
import { firstSeed, rounds } from "../../../tests/random.ts";
import { publicFigures, randomHistory } from "../../../tests/release-histories.ts";
import { dueMonth, nextStep, type RecordedDelivery, type ReleaseStep } from "./release.ts";

const delivery = (changes: Partial<RecordedDelivery> = {}): RecordedDelivery => ({
  deliveredOn: "2026-10-05",
  region: "Europe",
  branch: "Army",
  program: "Deployed Service Members",
  packages: 20,
  families: 0,
  veterans: 0,
  ...changes,
});
const stepOf = (lastStep: ReleaseStep | null, month: string, ...deliveries: RecordedDelivery[]) =>
  nextStep(lastStep, deliveries, month);
const regionsOf = (step: ReleaseStep) => publicFigures(step).region;

describe("threat 51: publishing a month", () => {
  test.each([
    ["2026-11-14", "2026-09"],
    ["2026-11-15", "2026-10"],
    ["2026-12-14", "2026-10"],
    ["2026-01-15", "2025-12"],
    ["2026-01-14", "2025-11"],
    ["2026-03-31", "2026-02"],
  ])("on %s is due for %s", (today, month) => {
    expect(dueMonth(today)).toBe(month);
  });

  test("includes the month as a whole; later entries wait for the next one", () => {
    const october = stepOf(
      null,
      "2026-10",
      delivery({ deliveredOn: "2026-10-31" }),
      delivery({ deliveredOn: "2026-11-01", packages: 300 }),
      delivery({ region: null, packages: 500 }),
    );
    expect(regionsOf(october)).toEqual({ Europe: 20 });
    const november = stepOf(october, "2026-11", delivery(), delivery({ packages: 25 }));
    expect(regionsOf(november)).toEqual({ Europe: 45 });
  });

  test("carries additions under 20 packages over to later months", () => {
    const smallDelivery = delivery({ packages: 19 });
    const october = stepOf(null, "2026-10", smallDelivery);
    expect(october).toEqual({ month: "2026-10", isReleased: false, since: null, figures: [] });
    const november = stepOf(october, "2026-11", smallDelivery, delivery({ packages: 1 }));
    expect(november).toMatchObject({ isReleased: true, since: "2026-10" });
    expect(regionsOf(november)).toEqual({ Europe: 20 });
  });
});

describe("threat 51: published names", () => {
  test("need 20 packages added in one step, and packages already counted as overseas stay there", () => {
    const smallDelivery = delivery({ region: "Africa", packages: 10 });
    const otherDeliveries = [
      delivery({ packages: 40 }),
      delivery({ region: "the Americas", packages: 12 }),
    ];
    const firstStep = stepOf(null, "2026-10", smallDelivery, ...otherDeliveries);
    expect(regionsOf(firstStep)).toEqual({ Europe: 40, [OVERSEAS]: 22 });
    const secondStep = stepOf(
      firstStep,
      "2026-11",
      smallDelivery,
      ...otherDeliveries,
      smallDelivery,
      delivery({ packages: 30 }),
    );
    expect(regionsOf(secondStep)).toEqual({ Europe: 40, [OVERSEAS]: 62 });
  });

  test("don't include the smallest one if the remainder would be under 20", () => {
    const step = stepOf(
      null,
      "2026-10",
      delivery({ packages: 47 }),
      delivery({ region: "Africa", packages: 5 }),
      delivery({ region: "the Middle East", packages: 41 }),
    );
    expect(regionsOf(step)).toEqual({ Europe: 47, [OVERSEAS]: 46 });
  });

  test("of branches and programs follow the same rule, each with its own remainder", () => {
    const step = stepOf(
      null,
      "2026-10",
      delivery({ packages: 30 }),
      delivery({ branch: "Navy", program: "Veterans", packages: 20 }),
      delivery({ branch: "Marines", packages: 20 }),
      delivery({ branch: "Coast Guard", packages: 10 }),
      delivery({ branch: "Other", packages: 10 }),
    );
    expect(publicFigures(step)).toMatchObject({
      packages: 90,
      region: { Europe: 90 },
      branch: { Army: 30, Marines: 20, Navy: 20, Other: 20 },
      program: { "Deployed Service Members": 70, Veterans: 20 },
    });
  });

  test("include families only once there are 20, and never appear because of families alone", () => {
    const firstStep = stepOf(null, "2026-10", delivery({ families: 12 }));
    expect(publicFigures(firstStep)).toMatchObject({ packages: 20, families: 0 });
    const secondStep = stepOf(
      firstStep,
      "2026-11",
      delivery({ families: 12 }),
      delivery({ region: "Africa", packages: 1, families: 90 }),
      delivery({ packages: 19, families: 8 }),
    );
    expect(publicFigures(secondStep)).toMatchObject({
      packages: 40,
      families: 110,
      region: { Europe: 20, [OVERSEAS]: 20 },
      familiesByRegion: { Europe: 0, [OVERSEAS]: 110 },
    });
  });
});

describe("threat 51: corrections", () => {
  test("wait if they would reduce a total, and the published figures don't change", () => {
    const firstStep = stepOf(null, "2026-10", delivery({ packages: 400 }));
    const secondStep = stepOf(firstStep, "2026-11", delivery({ packages: 40 }));
    expect(secondStep.isReleased).toBe(false);
    expect(regionsOf(secondStep)).toEqual({ Europe: 400 });
    const thirdStep = stepOf(
      secondStep,
      "2026-12",
      delivery({ packages: 40 }),
      delivery({ packages: 380 }),
    );
    expect(regionsOf(thirdStep)).toEqual({ Europe: 420 });
  });

  test("are offset against later additions to a region if they move a delivery out of it", () => {
    const firstStep = stepOf(null, "2026-10", delivery({ region: "Africa", packages: 60 }));
    const movedDelivery = delivery({ packages: 60 });
    const secondStep = stepOf(firstStep, "2026-11", movedDelivery, delivery({ packages: 40 }));
    expect(regionsOf(secondStep)).toEqual({ Africa: 60, [OVERSEAS]: 40 });
    const laterDelivery = delivery({ region: "Africa", packages: 90 });
    const thirdStep = stepOf(
      secondStep,
      "2026-12",
      movedDelivery,
      delivery({ packages: 40 }),
      laterDelivery,
    );
    expect(regionsOf(thirdStep)).toEqual({ Africa: 90, [OVERSEAS]: 100 });
  });
});

/** Returns the response's figures by unique name. */
function figuresOf(response: ReturnType<typeof publicFigures>): Map<string, number> {
  const figures = new Map<string, number>();
  for (const [group, value] of Object.entries(response)) {
    if (typeof value === "number") figures.set(group, value);
    else
      for (const [name, figure] of Object.entries(value)) figures.set(`${group} ${name}`, figure);
  }
  return figures;
}

const sumOf = (figures: Record<string, number>) =>
  Object.values(figures).reduce((sum, value) => sum + value, 0);

test("threat 51: in random histories, no figure falls and none changes by 1 to 19", () => {
  const historyCount = rounds(1000);
  const statistics = { smallest: Infinity, changes: 0, named: 0, waiting: 0 };
  const problems: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + historyCount; seed++) {
    let earlierFigures = new Map<string, number>();
    let step: ReleaseStep | null = null;
    for (const { month, deliveries } of randomHistory(seed)) {
      step = nextStep(step, deliveries, month);
      if (!step.isReleased) statistics.waiting++;
      const response = publicFigures(step);
      const figures = figuresOf(response);
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
      const sums = [response.region, response.branch, response.program].map(sumOf);
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
