import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { laidOutWhole } from "./browser.ts";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Listing what is right as well takes axe twice as long. */
const violationsOnly: RunOptions = { resultTypes: ["violations"] };

const contrastOnly: RunOptions = {
  ...violationsOnly,
  runOnly: { type: "rule", values: ["color-contrast"] },
};

/** What axe finds on the page as it is, each finding with the elements it is about. */
export async function violationsOf(page: Page, options = violationsOnly): Promise<string[]> {
  // Colors of what isn't laid out yet can't be told.
  await laidOutWhole(page);
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    return (await axe.run(options)).violations;
  }, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

/** In the dark only colors differ, so only contrast is checked there. The page ends as it began. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, options] of [
    ["light", violationsOnly],
    ["dark", contrastOnly],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    // Colors may fade into each other.
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== "running"),
    );
    const violations = await violationsOf(page, options);
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`));
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}
