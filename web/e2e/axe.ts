import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { laidOutWhole } from "./browser.ts";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Reporting passed rules as well would take axe twice as long. */
const violationsOnly: RunOptions = { resultTypes: ["violations"] };

const contrastOnly: RunOptions = {
  ...violationsOnly,
  runOnly: { type: "rule", values: ["color-contrast"] },
};

/** Returns the violations that axe finds on the page in its current state, each with the affected elements. */
export async function violationsOf(page: Page, options = violationsOnly): Promise<string[]> {
  // Axe can't determine the colors of elements that aren't laid out yet.
  await laidOutWhole(page);
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    return (await axe.run(options)).violations;
  }, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

/** Checks both color schemes, but only contrast in dark mode, because nothing else differs. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, options] of [
    ["light", violationsOnly],
    ["dark", contrastOnly],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    // Waits for color transitions to finish.
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== "running"),
    );
    const violations = await violationsOf(page, options);
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`));
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}
